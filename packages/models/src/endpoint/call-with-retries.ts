import { StartedTooLateError } from '@fairtrial/egress';
import { retry, type FailedTry } from '../calls/failed-try.ts';
import type { ModelCall, ModelFailure, ModelOutcome } from '../calls/model-call.ts';
import { sendRequest, type SendOptions, type Target, type TryResult } from './send-request.ts';

/** Limits calls to an endpoint. Each try acquires its own permit; none is held during the pause before a retry. */
export interface Admission {
  enter(url: string, signal: AbortSignal): Promise<Permit>;
}

export interface Permit {
  /** Releases the permit; `isTooFast` if the endpoint responded with 429. */
  leave(end: { readonly isTooFast: boolean }): void;
}

export interface EndpointCallOptions extends SendOptions {
  /** Maximum number of retries. */
  readonly retries: number;
  /** If absent, calls are not limited. */
  readonly admission?: Admission | undefined;
}

const TOO_MANY_REQUESTS = 429;

/**
 * Calls a model and retries transient failures. One deadline covers all tries, but not the time spent waiting for
 * admission.
 */
export async function callWithRetries(
  options: EndpointCallOptions,
  target: Target,
  call: ModelCall,
): Promise<ModelOutcome> {
  const clock = startClock();
  const remaining = (): number => Math.max(1, options.deadlineMs - clock.elapsed());
  let isBudgetSpent = false;
  const { answer, tries } = await retry(
    () => sendAdmitted(options, { target, call, clock, remaining }),
    {
      retries: options.retries,
      signal: call.signal,
      mayPause: async (ms) => {
        if (ms >= remaining()) return false;
        isBudgetSpent = !(await clock.without(() => mayRepeat(call)));
        return !isBudgetSpent;
      },
    },
  );
  if (answer.state === 'text') {
    const { state: _, ...reading } = answer;
    return { ...reading, state: 'answered', elapsedMs: clock.elapsed() };
  }
  const { message } = answer;
  const note = isBudgetSpent ? '; not sent again, since the budget of the run is spent' : '';
  return toFailure({ ...answer, message: `${message}${note}` }, tries, clock);
}

/** True if the call may send one more request. */
export async function mayRepeat({ reserveRequest }: ModelCall): Promise<boolean> {
  return reserveRequest === undefined || (await reserveRequest());
}

function toFailure(failure: FailedTry, tries: number, clock: Clock): ModelFailure {
  const { kind, status, message, reached, proposedReply, proposedSession, session } = failure;
  const sent = kind === 'bad_endpoint' || kind === 'blocked' ? 0 : tries;
  const error = {
    kind,
    status,
    message,
    tries: sent,
    elapsed_ms: clock.elapsed(),
    ...(proposedReply === undefined ? {} : { proposed_reply: proposedReply }),
    ...(proposedSession === undefined ? {} : { proposed_session: proposedSession }),
  };
  return { state: 'failed', reached, error, ...(session === undefined ? {} : { session }) };
}

interface OneTry {
  readonly target: Target;
  readonly call: ModelCall;
  readonly clock: Clock;
  readonly remaining: () => number;
}

async function sendAdmitted(options: EndpointCallOptions, one: OneTry): Promise<TryResult> {
  const { target, call, clock } = one;
  const { admission } = options;
  const permit = await clock.without(() => admission?.enter(target.url, call.signal));
  let answer: TryResult | undefined;
  try {
    answer = await sendInTime(options, one);
    return answer;
  } finally {
    permit?.leave({ isTooFast: answer?.state === 'failed' && answer.status === TOO_MANY_REQUESTS });
  }
}

/** Prepares the request again if it could not be started in time, for example because the process was paused. */
async function sendInTime(options: EndpointCallOptions, one: OneTry): Promise<TryResult> {
  const { target, call, clock, remaining } = one;
  for (;;) {
    const startBy = await clock.without(() => call.beforeRequest?.());
    if (startBy !== undefined && performance.now() > startBy) continue;
    try {
      return await sendRequest({ ...options, deadlineMs: remaining(), startBy }, target, call);
    } catch (error) {
      if (!(error instanceof StartedTooLateError)) throw error;
    }
  }
}

interface Clock {
  /** Milliseconds since the start, rounded. */
  elapsed(): number;
  /** Runs `work` with the clock stopped. */
  without<T>(work: () => T | Promise<T>): Promise<T>;
}

function startClock(): Clock {
  let started = performance.now();
  return {
    elapsed: () => Math.round(performance.now() - started),
    async without(work) {
      const stopped = performance.now();
      const result = await work();
      started += performance.now() - stopped;
      return result;
    },
  };
}
