import type { Usage } from '@assay/contracts';
import type { ComparedTurn } from '../../db/list-compared-turns.ts';

/** A run as a whole, compared or not. */
export interface Totals {
  readonly turns: number;
  readonly answered: number;
  readonly usage: Usage;
  /** Of the answered ones. */
  readonly latencies: readonly number[];
  /** Share of the turns it applies to in which a metric was scored; undefined where it applies nowhere. */
  coverage(metric: string): number | undefined;
}

export function collectTotals(): { add(turn: ComparedTurn): void; read(): Totals } {
  let turns = 0;
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  const latencies: number[] = [];
  const applied = new Map<string, { scored: number; all: number }>();
  return {
    add(turn) {
      turns += 1;
      if (turn.outcome === 'answered') latencies.push(turn.latencyMs);
      usage.input_tokens += turn.usage?.input_tokens ?? 0;
      usage.output_tokens += turn.usage?.output_tokens ?? 0;
      usage.total_tokens += turn.usage?.total_tokens ?? 0;
      for (const [metric, score] of Object.entries(turn.scores)) {
        const tally = applied.get(metric) ?? { scored: 0, all: 0 };
        applied.set(metric, tally);
        tally.all += 1;
        if (score !== null) tally.scored += 1;
      }
    },
    read: () => ({
      turns,
      answered: latencies.length,
      usage,
      latencies,
      coverage(metric) {
        const tally = applied.get(metric);
        return tally && tally.scored / tally.all;
      },
    }),
  };
}
