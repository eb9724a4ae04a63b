import type { EndpointError } from '@assay/contracts';
import { EgressError } from '@assay/egress';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { kindOfStatus, messageOfStatus } from './kind-of-status.ts';
import type { ModelCall, ModelOutcome } from './model-call.ts';
import { withoutSlash } from './with-v1-fallback.ts';

/** A provider of fine-tuned models that queues: post a job, then ask until it is done. */
export interface JobsProvider {
  readonly fetch: typeof fetch;
  readonly baseUrl: string;
  readonly organization: string;
  readonly deadlineMs: number;
}

const Queued = z.looseObject({ job_id: z.union([z.string(), z.int()]).transform(String) });
const Job = z.union([
  z.looseObject({
    job_status: z.literal('FINISHED'),
    results: z.tuple([z.looseObject({ result: z.string() })], z.unknown()),
  }),
  z.looseObject({ job_status: z.string().refine((status) => status !== 'FINISHED') }),
]);

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2000;

export async function runJob(provider: JobsProvider, call: ModelCall): Promise<ModelOutcome> {
  const started = performance.now();
  const elapsed = (): number => Math.round(performance.now() - started);
  const deadline = AbortSignal.timeout(provider.deadlineMs);
  try {
    const text = await generate(provider, call, AbortSignal.any([call.signal, deadline]));
    const flags = text === '' ? ['empty_reply'] : [];
    const unknown = { metadata: undefined, usage: undefined, toolCalls: undefined };
    return { state: 'answered', text, ...unknown, flags, elapsedMs: elapsed() };
  } catch (thrown) {
    call.signal.throwIfAborted();
    const failure = deadline.aborted ? timedOut(provider.deadlineMs) : toFailure(thrown);
    const error = { ...failure, tries: 1, elapsed_ms: elapsed() };
    return { state: 'failed', reached: failure.kind !== 'connect', error };
  }
}

type Failure = Pick<EndpointError, 'kind' | 'status' | 'message'>;

class JobError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}

function timedOut(deadlineMs: number): Failure {
  return { kind: 'timeout', status: null, message: `no reply within ${deadlineMs / 1000} s` };
}

function toFailure(thrown: unknown): Failure {
  if (thrown instanceof JobError) return thrown.failure;
  if (thrown instanceof EgressError) {
    return { kind: thrown.kind, status: null, message: thrown.message };
  }
  throw thrown;
}

async function generate(
  provider: JobsProvider,
  call: ModelCall,
  signal: AbortSignal,
): Promise<string> {
  const base = withoutSlash(provider.baseUrl);
  const url = `${base}/organizations/${encodeURIComponent(provider.organization)}/generate`;
  const { model, messages, parameters, headers } = call;
  const response = await provider.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...parameters, model_id: model, messages: [messages] }),
    signal,
  });
  const { job_id } = await readJson(response, Queued);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    await wait(pause, undefined, { signal });
    const look = await provider.fetch(`${url}/${encodeURIComponent(job_id)}`, { signal });
    const job = await readJson(look, Job);
    if ('results' in job && Array.isArray(job.results)) return job.results[0].result;
    if (job.job_status === 'FAILED' || job.job_status === 'CANCELED') {
      const message = `the provider's job ended as ${job.job_status}`;
      throw new JobError({ kind: 'http', status: null, message });
    }
  }
}

async function readJson<T extends z.ZodType>(response: Response, shape: T): Promise<z.output<T>> {
  const { status } = response;
  const body = await response.text();
  const kind = kindOfStatus(status);
  if (kind !== undefined) {
    throw new JobError({ kind, status, message: messageOfStatus(status, body) });
  }
  try {
    return shape.parse(JSON.parse(body));
  } catch (cause) {
    const message = 'the answer is not of the jobs protocol';
    throw new JobError({ kind: 'bad_response', status, message }, { cause });
  }
}
