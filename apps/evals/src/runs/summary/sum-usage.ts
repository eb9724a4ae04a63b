import type { Outcome, Usage } from '@assay/contracts';

/** What answers took together, as far as that was said. */
export interface UsageTotal {
  readonly usage: Usage;
  /** Answers that came without it. */
  readonly unreported: number;
}

interface Counted {
  readonly outcome: Outcome;
  readonly usage: Usage | null;
}

export function sumUsage(): { add(turn: Counted): void; read(): UsageTotal } {
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  let unreported = 0;
  return {
    add({ outcome, usage: said }) {
      const { input_tokens: input, output_tokens: output, total_tokens: total } = said ?? NOTHING;
      usage.input_tokens += input;
      usage.output_tokens += output;
      usage.total_tokens += total;
      // No answer takes nothing: who says 0 does not count.
      if (outcome === 'answered' && input + output === 0) unreported += 1;
    },
    read: () => ({ usage, unreported }),
  };
}

const NOTHING: Usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
