import type { CheckOf, Compiled } from './check.ts';

/** `latency`: how long the reply may take. */
export function compileLatency({ max_ms: max }: CheckOf<'latency'>): Compiled {
  return {
    state: 'ready',
    check: ({ latencyMs }) => ({
      passed: latencyMs <= max,
      detail: `it took ${latencyMs} ms, at most ${max} are allowed`,
    }),
  };
}
