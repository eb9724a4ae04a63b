import type { Body, EvaluationResponse, RunEvent, RunView } from '@fairtrial/contracts';
import { streamChat, type AgentStreamEvent, type ChatOptions } from './chat-stream.ts';
import { createSender, type SenderOptions } from './create-sender.ts';
import { followRun, type FollowOptions } from './follow-run.ts';
import {
  createRequests,
  toRequest,
  type AgentRouteName,
  type CallOptions,
  type EvaluationRouteName,
  type Requests,
} from './request.ts';

export interface ClientOptions extends SenderOptions {
  /** Base URL of the agent backend. Default: `baseUrl`. */
  readonly agentUrl?: string | undefined;
}

export interface StartOptions extends CallOptions {
  /** Requests with the same key share one run. A new key is generated if absent. */
  readonly idempotencyKey?: string | undefined;
}

/** Client of the evaluation service, and of the agent backend. */
export interface Client extends Requests<EvaluationRouteName> {
  /** Starts a run and returns without waiting for its result. */
  start(request: Body<'POST /evaluate'>, options?: StartOptions): Promise<RunView>;
  /** Runs a batch and waits for its result. */
  evaluate(request: Body<'POST /evaluate'>, options?: StartOptions): Promise<EvaluationResponse>;
  /** Yields the events of a run until it is finished, and reconnects if the connection is lost. */
  follow(runId: string, options?: FollowOptions): AsyncGenerator<RunEvent>;
  readonly agent: Requests<AgentRouteName> & {
    /** Like `POST /`, but yields the answer as it is written. */
    stream(request: Body<'POST /'>, options: ChatOptions): AsyncGenerator<AgentStreamEvent>;
  };
}

export function createClient({ agentUrl, ...options }: ClientOptions): Client {
  const evals = createSender(options);
  const agent = createSender({ ...options, baseUrl: agentUrl ?? options.baseUrl });
  const evaluate = <T>(
    body: Body<'POST /evaluate'>,
    { idempotencyKey = createIdempotencyKey(), signal }: StartOptions = {},
    prefer?: string,
  ): Promise<T> => {
    const headers = { prefer, 'idempotency-key': idempotencyKey };
    return evals.json(toRequest('POST /evaluate', { body, headers, signal }));
  };
  return {
    ...createRequests(evals),
    start: (body, started) => evaluate(body, started, 'respond-async'),
    evaluate: (body, started) => evaluate(body, started),
    follow: (runId, followed) => followRun(evals, runId, followed),
    agent: {
      ...createRequests(agent),
      stream: (body, asked) => streamChat(agent, body, asked),
    },
  };
}

/** `crypto.randomUUID` is not available in pages served over plain HTTP. */
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
