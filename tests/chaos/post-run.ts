import { until } from '../support/services/until.ts';

export interface Batch {
  readonly scenarios: number;
  readonly attempts: number;
  readonly turns: number;
  readonly concurrency: number;
}

/** Creates a batch of this many conversations: attempts at five scenarios, or at one if they do not divide evenly. */
export function createBatch(conversations: number, turns: number, concurrency: number): Batch {
  const scenarios = conversations % 5 === 0 ? 5 : 1;
  return { scenarios, attempts: conversations / scenarios, turns, concurrency };
}

/** Returns the user message; the endpoint echoes it, so every reply is known. */
export function echoedMessage(scenario: number, turn: number): string {
  return `This is question ${turn} of scenario ${scenario}.`;
}

export function createRunBody(endpoint: string, batch: Batch): string {
  const test_batch = Array.from({ length: batch.scenarios }, (_, scenario) => ({
    id: `scenario-${scenario}`,
    interactions: Array.from({ length: batch.turns }, (__, turn) => ({
      id: `turn-${turn}`,
      user_message: echoedMessage(scenario, turn),
      reference_reply: `This is answer ${turn} of scenario ${scenario}.`,
    })),
  }));
  return JSON.stringify({
    test_batch,
    endpoint: `${endpoint}/v1/chat/completions`,
    model_id: 'sim/echo',
    attempts: batch.attempts,
    concurrency: batch.concurrency,
    test_name: 'chaos',
  });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly run_id?: string;
    readonly state?: string;
    readonly code?: string;
    readonly scores?: Readonly<Record<string, number>> | null;
  };
}

const REQUEST_TIMEOUT_MS = 30_000;
/** A guard against hanging for a run of some hundred turns. */
const RUN_TIMEOUT_MS = 300_000;

/** `undefined` if there was no answer. */
export async function send(url: string, init: RequestInit = {}): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const body = (await response.json()) as Answer['body'];
    return { status: response.status, headers: response.headers, body };
  } catch {
    return undefined;
  }
}

export function postRun(api: string, body: string, key: string): Promise<Answer | undefined> {
  return send(`${api}/evaluate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      prefer: 'respond-async',
      'idempotency-key': key,
    },
    body,
  });
}

/** Posts with the same key until the request is accepted; all retries create a single run. */
export async function postUntilAccepted(api: string, body: string, key: string): Promise<string> {
  let answer: Answer | undefined;
  const isAccepted = async (): Promise<boolean> => {
    answer = await postRun(api, body, key);
    return answer?.status === 202;
  };
  await until(`${key} is accepted`, isAccepted).catch((cause: unknown) => {
    throw new Error(`not accepted: ${JSON.stringify(answer)}`, { cause });
  });
  return answer?.body.run_id ?? '';
}

/** Waits until the run has ended; throws its last state after `timeoutMs`. */
export async function awaitEnd(
  api: string,
  runId: string,
  timeoutMs: number = RUN_TIMEOUT_MS,
): Promise<void> {
  let body: Answer['body'] | undefined;
  const isOver = async (): Promise<boolean> => {
    ({ body } = (await send(`${api}/runs/${runId}?interactions=false`)) ?? {});
    return body?.state !== undefined && !['running', 'cancelling'].includes(body.state);
  };
  await until('the run is over', isOver, timeoutMs).catch((cause: unknown) => {
    throw new Error(`I1: the run did not end: ${JSON.stringify(body)}`, { cause });
  });
}
