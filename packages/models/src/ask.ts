import { setTimeout as wait } from 'node:timers/promises';
import type { ModelCall, ModelOutcome } from './model-call.ts';
import { retryPause } from './retry-pause.ts';
import { sendOnce, type SendOptions, type Target } from './send-once.ts';

export interface AskOptions extends SendOptions {
  /** How often a request is sent again where that may help. */
  readonly retries: number;
}

/** Asks a model, again where that may help, within one deadline for all of it. */
export async function ask(
  options: AskOptions,
  target: Target,
  call: ModelCall,
): Promise<ModelOutcome> {
  const started = performance.now();
  const elapsed = (): number => Math.round(performance.now() - started);
  const remaining = (): number => Math.max(1, options.deadlineMs - elapsed());
  for (let tries = 1; ; tries += 1) {
    const answer = await sendOnce({ ...options, deadlineMs: remaining() }, target, call);
    if (answer.state === 'text') {
      const { text, metadata, usage, flags } = answer;
      return { state: 'answered', text, metadata, usage, flags, elapsedMs: elapsed() };
    }
    const { retries } = options;
    const pause = retryPause(answer, { tries, retries, random: Math.random, now: Date.now });
    if (pause === undefined || pause >= remaining()) {
      const { kind, status, message, reached } = answer;
      const sent = kind === 'bad_endpoint' || kind === 'blocked' ? 0 : tries;
      return {
        state: 'failed',
        reached,
        error: { kind, status, message, tries: sent, elapsed_ms: elapsed() },
      };
    }
    await pauseFor(pause, call.signal);
  }
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw cause;
  }
}
