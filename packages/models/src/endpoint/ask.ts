import { setTimeout as wait } from 'node:timers/promises';
import type { Admission } from './admission.ts';
import type { ModelCall, ModelOutcome } from './model-call.ts';
import { retryPause } from './retry-pause.ts';
import { sendOnce, type SendOptions, type Target, type Try } from './send-once.ts';

export interface AskOptions extends SendOptions {
  /** How often a request is sent again where that may help. */
  readonly retries: number;
  /** Absent: everybody at once. */
  readonly admission?: Admission | undefined;
}

const TOO_FAST = 429;

/** Asks a model, again where that may help, within one deadline for all of it but the wait for admission. */
export async function ask(
  options: AskOptions,
  target: Target,
  call: ModelCall,
): Promise<ModelOutcome> {
  const clock = startClock();
  const remaining = (): number => Math.max(1, options.deadlineMs - clock.elapsed());
  for (let tries = 1; ; tries += 1) {
    const answer = await admitted(options, { target, call, clock, remaining });
    if (answer.state === 'text') {
      const { state: _, ...reading } = answer;
      return { ...reading, state: 'answered', elapsedMs: clock.elapsed() };
    }
    const { retries } = options;
    const pause = retryPause(answer, { tries, retries, random: Math.random, now: Date.now });
    if (pause === undefined || pause >= remaining()) {
      const { kind, status, message, reached } = answer;
      const sent = kind === 'bad_endpoint' || kind === 'blocked' ? 0 : tries;
      return {
        state: 'failed',
        reached,
        error: { kind, status, message, tries: sent, elapsed_ms: clock.elapsed() },
      };
    }
    await pauseFor(pause, call.signal);
  }
}

interface OneTry {
  readonly target: Target;
  readonly call: ModelCall;
  readonly clock: Clock;
  readonly remaining: () => number;
}

async function admitted(options: AskOptions, one: OneTry): Promise<Try> {
  const { target, call, clock, remaining } = one;
  const { admission } = options;
  const permit = await clock.without(() => admission?.enter(target.url, call.signal));
  let answer: Try | undefined;
  try {
    answer = await sendOnce({ ...options, deadlineMs: remaining() }, target, call);
    return answer;
  } finally {
    permit?.leave({ isTooFast: answer?.state === 'failed' && answer.status === TOO_FAST });
  }
}

interface Clock {
  /** Whole milliseconds since the start. */
  elapsed(): number;
  /** What does not count. */
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

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw cause;
  }
}
