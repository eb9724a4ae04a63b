import {
  bindCredentials,
  createEgress,
  noCredentials,
  type Credentials,
  type Egress,
} from '@assay/egress';
import {
  completeWith,
  createChatProvider,
  createEmbedder,
  type Admission,
  type Complete,
  type Embed,
} from '@assay/models';
import type { Config } from './config.ts';
import { Gate } from './limits/concurrency-limiter.ts';
import type { EmbeddingsSource, JudgeSource, ModelSource } from './read-model-sources.ts';
import type { GradingModels } from './runs/grading/grading-models.ts';

const EMBEDDING_TIMEOUT_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 120_000;
/** A judge that asks for a pause gets it: nobody waits for a single answer. */
const MAX_PAUSE_MS = 60_000;

export interface OpenedModels extends AsyncDisposable {
  readonly models: GradingModels;
}

interface Way {
  readonly egress: Egress;
  /** What an address bears counts for us, too. */
  readonly admission: Admission;
}

/** The way to judge, annotator and embeddings. Their keys are theirs alone, whatever else is asked of that address. */
export function openGradingModels(config: Config, admission: Admission): OpenedModels {
  const { judges, embeddings, endpointRetries: retries } = config;
  const sources = [judges ?? [], embeddings ?? []].flat();
  const egress = createEgress({
    mode: config.egressMode,
    allowedOrigins: sources.map(({ baseUrl }) => baseUrl),
  });
  const slots = judges?.concurrency ?? 1;
  const tokens = Number.POSITIVE_INFINITY;
  const gate = new Gate({ slots, reserved: slots, tokens, until: Number.POSITIVE_INFINITY });
  const way = { egress, admission };
  return {
    models: {
      complete: judges ? completeAt(way, judges, retries) : notConfigured,
      embed: embeddings && embedAt(way, embeddings),
      embeddingsFloor: embeddings?.floor ?? 0,
      deadlineMs: judges?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      enter: (signal) => gate.enter(signal),
    },
    [Symbol.asyncDispose]: () => egress.close(),
  };
}

function completeAt({ egress, admission }: Way, source: JudgeSource, retries: number): Complete {
  const complete = completeWith(
    createChatProvider({
      egress,
      credentials: credentialsOf(source),
      baseUrl: source.baseUrl,
      deadlineMs: source.timeoutMs,
      retries,
      longestPauseMs: MAX_PAUSE_MS,
    }),
  );
  const admit = admitTo(admission, source);
  return (request) => admit(() => complete(request), request.signal);
}

function embedAt({ egress, admission }: Way, source: EmbeddingsSource): Embed {
  const embed = createEmbedder({
    egress,
    credentials: credentialsOf(source),
    baseUrl: source.baseUrl,
    model: source.model,
    deadlineMs: EMBEDDING_TIMEOUT_MS,
  });
  const admit = admitTo(admission, source);
  return (texts, signal) => admit(() => embed(texts, signal), signal);
}

function credentialsOf({ baseUrl, apiKey }: ModelSource): Credentials {
  return apiKey === undefined
    ? noCredentials
    : bindCredentials([{ origin: baseUrl, header: 'Authorization', secret: apiKey }]);
}

function admitTo(admission: Admission, { baseUrl }: ModelSource) {
  return async <T extends object>(call: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const permit = await admission.enter(baseUrl, signal);
    let isTooFast = false;
    try {
      const answer = await call();
      isTooFast = 'kind' in answer && answer.kind === 'rate_limit';
      return answer;
    } finally {
      permit.leave({ isTooFast });
    }
  };
}

/** For runs that somebody else accepted, who has a judge. */
const notConfigured: Complete = () =>
  Promise.resolve({
    state: 'failed',
    kind: 'bad_endpoint',
    status: null,
    message: 'this worker knows no judge: set JUDGE_MODEL for it, too',
  });
