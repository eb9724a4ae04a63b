import {
  bindCredentials,
  createEgress,
  noCredentials,
  type Credentials,
  type Egress,
} from '@fairtrial/egress';
import {
  createCompleter,
  createChatProvider,
  createEmbedder,
  type Admission,
  type Complete,
  type Embed,
} from '@fairtrial/models';
import type { Config } from './config.ts';
import { ConcurrencyLimiter } from './limits/concurrency-limiter.ts';
import type { LimitedCalls } from './limits/limit-calls.ts';
import type { EmbeddingsSource, ModelSource } from './read-model-sources.ts';
import type { GradingModels } from './runs/grade/asked/grading-models.ts';

const EMBEDDING_TIMEOUT_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 120_000;
/** A model can ask for long pauses, because no caller waits for a single answer. */
const MAX_PAUSE_MS = 60_000;

export interface OpenedModels extends AsyncDisposable {
  /** Returns the models for the runs of one project. */
  readonly modelsFor: (project: string) => GradingModels;
  /** Returns the access to the model that plays simulated users. */
  readonly userFor: (project: string) => Complete;
}

/**
 * Opens access to judge, annotator, embeddings and simulated users. Their keys are not used for other calls to the same origin; the
 * limits of an endpoint also apply to their calls.
 */
export function openGradingModels(
  config: Config,
  limited: Pick<LimitedCalls, 'admissionFor'>,
): OpenedModels {
  const { judges, embeddings, user, endpointRetries: retries } = config;
  const sources = [judges ?? [], embeddings ?? [], user ?? []].flat();
  const egress = createEgress({
    mode: config.egressMode,
    allowedOrigins: sources.map(({ baseUrl }) => baseUrl),
  });
  const slots = judges?.concurrency ?? 1;
  const tokens = Number.POSITIVE_INFINITY;
  const until = Number.POSITIVE_INFINITY;
  const lease = { slots, reserved: slots, tokens, until };
  const limiter = new ConcurrencyLimiter(lease, config.projectWeights);
  const complete = judges && createComplete(egress, judges, retries);
  const embed = embeddings && createEmbed(egress, embeddings);
  const timedUser = user && { ...user, timeoutMs: DEFAULT_TIMEOUT_MS };
  const completeUser = timedUser && createComplete(egress, timedUser, retries);
  return {
    modelsFor(project) {
      const admission = limited.admissionFor(project);
      return {
        complete: complete?.(admission) ?? notConfigured('judge: set JUDGE_MODEL'),
        embed: embed?.(admission),
        embeddingsFloor: embeddings?.floor ?? 0,
        deadlineMs: judges?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        enter: (signal) => limiter.enter(project, signal),
      };
    },
    userFor: (project) =>
      completeUser?.(limited.admissionFor(project)) ??
      notConfigured('model for simulated users: set USER_MODEL'),
    [Symbol.asyncDispose]: () => egress.close(),
  };
}

function createComplete(
  egress: Egress,
  source: ModelSource & { readonly timeoutMs: number },
  retries: number,
): (admission: Admission) => Complete {
  const complete = createCompleter(
    createChatProvider({
      egress,
      credentials: bindModelKey(source),
      baseUrl: source.baseUrl,
      deadlineMs: source.timeoutMs,
      retries,
      maxPauseMs: MAX_PAUSE_MS,
    }),
  );
  return (admission) => {
    const admit = createAdmit(admission, source);
    return (request) => admit(() => complete(request), request.signal);
  };
}

function createEmbed(egress: Egress, source: EmbeddingsSource): (admission: Admission) => Embed {
  const embed = createEmbedder({
    egress,
    credentials: bindModelKey(source),
    baseUrl: source.baseUrl,
    model: source.model,
    deadlineMs: EMBEDDING_TIMEOUT_MS,
  });
  return (admission) => {
    const admit = createAdmit(admission, source);
    return (texts, signal) => admit(() => embed(texts, signal), signal);
  };
}

function bindModelKey({ baseUrl, apiKey }: ModelSource): Credentials {
  return apiKey === undefined
    ? noCredentials
    : bindCredentials([{ url: baseUrl, header: 'Authorization', secret: apiKey }]);
}

/** Wraps a call: it waits until the limits of its address allow it. */
export function createAdmit(admission: Admission, { baseUrl }: Pick<ModelSource, 'baseUrl'>) {
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

/** For runs that were accepted by another process, which has the model. */
function notConfigured(what: string): Complete {
  return () =>
    Promise.resolve({
      state: 'failed',
      kind: 'bad_endpoint',
      status: null,
      message: `this worker has no ${what} for it, too`,
    });
}
