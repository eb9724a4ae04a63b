import type { CheckOf, CompiledCheck } from './check.ts';

/** `latency_ms`: maximum latency of the reply. */
export function compileLatencyMs({ latency_ms: max }: CheckOf<'latency_ms'>): CompiledCheck {
  return {
    state: 'ready',
    check: ({ latencyMs }) => ({
      passed: latencyMs <= max,
      detail: `it took ${latencyMs} ms, at most ${max} are allowed`,
    }),
  };
}
