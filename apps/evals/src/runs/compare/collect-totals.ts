import type { ComparedTurn } from '../../db/turns/list-compared-turns.ts';
import { sumUsage, type UsageTotal } from '../summary/sum-usage.ts';

/** A run as a whole, compared or not. */
export interface Totals {
  readonly turns: number;
  readonly answered: number;
  readonly spent: UsageTotal;
  /** Of the answered ones. */
  readonly latencies: readonly number[];
  /** Share of the turns it applies to in which a metric was scored; undefined where it applies nowhere. */
  coverage(metric: string): number | undefined;
}

export function collectTotals(): { add(turn: ComparedTurn): void; read(): Totals } {
  let turns = 0;
  const spent = sumUsage();
  const latencies: number[] = [];
  const applied = new Map<string, { scored: number; all: number }>();
  return {
    add(turn) {
      turns += 1;
      if (turn.outcome === 'answered') latencies.push(turn.latencyMs);
      spent.add(turn);
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
      spent: spent.read(),
      latencies,
      coverage(metric) {
        const tally = applied.get(metric);
        return tally && tally.scored / tally.all;
      },
    }),
  };
}
