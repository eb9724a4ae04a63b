import type { EndpointError } from '@fairtrial/contracts';
import { EgressError } from '@fairtrial/egress';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { errorKindForStatus, failedTry, messageForStatus } from '../calls/failed-try.ts';
import type { ChatMessage, ModelCall, ModelOutcome } from '../calls/model-call.ts';
import { withoutTrailingSlash } from '../calls/v1-fallback.ts';
import {
  ProviderError,
  type ChatProvider,
  type WireMessage,
} from '../completions/chat-provider.ts';
import { Completion, contentText } from '../completions/completion.ts';
import { textReceived } from '../completions/join-chunks.ts';

interface JobsProviderOptions {
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

/**
 * A provider of fine-tuned models with a job queue: posts a job, then polls it. It supports no tools, streaming or
 * usage.
 */
export function createJobsProvider(options: JobsProviderOptions): ChatProvider {
  return {
    async *complete({ model, messages, parameters, signal }) {
      const call = { model, messages: toChatMessages(messages), parameters, headers: {}, signal };
      const outcome = await runJob(options, call);
      if (outcome.state === 'failed') {
        throw new ProviderError(failedTry({ ...outcome.error, reached: outcome.reached }));
      }
      const { text } = outcome;
      const message = { role: 'assistant', content: text };
      const received = textReceived(message, { logprobs: null, model });
      if (received !== undefined) yield received;
      yield {
        type: 'completion-received',
        completion: Completion.parse({ id: `job-${randomUUID()}`, model, choices: [{ message }] }),
      };
    },
  };
}

/** The protocol has no tools, so tool results are sent as user messages. */
function toChatMessages(messages: readonly WireMessage[]): ChatMessage[] {
  const names = new Map<string, string>();
  return messages.flatMap((message): ChatMessage[] => {
    const content = contentText(message.content);
    if (message.role === 'tool') {
      const name = names.get(message.tool_call_id) ?? 'tool';
      return [{ role: 'user', content: `Tool result (${name}): ${content}` }];
    }
    if (message.role === 'assistant') {
      for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
      return content === '' ? [] : [{ role: 'assistant', content }];
    }
    return [{ role: message.role === 'user' ? 'user' : 'system', content }];
  });
}

export async function runJob(
  provider: JobsProviderOptions,
  call: ModelCall,
): Promise<ModelOutcome> {
  const started = performance.now();
  const elapsed = (): number => Math.round(performance.now() - started);
  const deadline = AbortSignal.timeout(provider.deadlineMs);
  try {
    const text = await generate(provider, call, AbortSignal.any([call.signal, deadline]));
    const flags = text === '' ? ['empty_reply'] : [];
    const unknown = {
      metadata: undefined,
      usage: undefined,
      toolCalls: undefined,
      model: undefined,
    };
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
  provider: JobsProviderOptions,
  call: ModelCall,
  signal: AbortSignal,
): Promise<string> {
  const base = withoutTrailingSlash(provider.baseUrl);
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
  const kind = errorKindForStatus(status);
  if (kind !== undefined) {
    throw new JobError({ kind, status, message: messageForStatus(status, body) });
  }
  try {
    return shape.parse(JSON.parse(body));
  } catch (cause) {
    const message = 'the answer does not follow the jobs protocol';
    throw new JobError({ kind: 'bad_response', status, message }, { cause });
  }
}
