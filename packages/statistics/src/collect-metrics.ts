import type { Scores, Stats } from '@assay/contracts';
import { describeTallies } from './describe-tallies.ts';
import { meansOfAttempts } from './means-of-attempts.ts';
import { createSheet, enterScore, talliesOf, type TallySheet } from './tally-sheet.ts';

/** Where a turn stands in its run, both from 0. */
export interface Position {
  readonly scenario: number;
  readonly attempt: number;
}

export interface MetricCollector {
  /** One turn, in any order. */
  add(position: Position, scores: Scores): void;
  /** How sure the mean of every metric is; one that was scored nowhere is left out. */
  stats(): Stats;
  /** The same for one scenario. */
  scenarioStats(scenario: number): Stats;
  /** scenario → its attempts' means of one metric, which is what two runs are compared by. */
  attemptMeans(metric: string): readonly (readonly number[])[];
}

/**
 * For runs too large to hold: it keeps a few numbers for each metric of each attempt, never the turns.
 * By metric first, since a metadata field may apply in one scenario of thousands. Where it is known how
 * many attempts there will be, nothing has to grow.
 */
export function collectMetrics(attempts = 8): MetricCollector {
  const byMetric = new Map<string, Map<number, TallySheet>>();
  let scenarios = 0;

  function sheetOf(metric: string, scenario: number): TallySheet {
    const sheets = byMetric.get(metric) ?? new Map<number, TallySheet>();
    byMetric.set(metric, sheets);
    const sheet = sheets.get(scenario) ?? createSheet(attempts);
    sheets.set(scenario, sheet);
    return sheet;
  }

  return {
    add({ scenario, attempt }, scores) {
      scenarios = Math.max(scenarios, scenario + 1);
      const answered = scores['answered'] !== 0;
      for (const [metric, score] of Object.entries(scores)) {
        enterScore(sheetOf(metric, scenario), attempt, { score, answered });
      }
    },

    stats() {
      return Object.fromEntries(
        [...byMetric].flatMap(([metric, sheets]) => {
          // In the order of the scenarios, so that the last digit does not depend on who came first.
          const inOrder = [...sheets].toSorted(([a], [b]) => a - b);
          const stats = describeTallies(inOrder.map(([, sheet]) => talliesOf(sheet)));
          return stats === undefined ? [] : [[metric, stats] as const];
        }),
      );
    },

    scenarioStats(scenario) {
      return Object.fromEntries(
        [...byMetric].flatMap(([metric, sheets]) => {
          const sheet = sheets.get(scenario);
          const stats = sheet && describeTallies([talliesOf(sheet)]);
          return stats === undefined ? [] : [[metric, stats] as const];
        }),
      );
    },

    attemptMeans(metric) {
      const sheets = byMetric.get(metric);
      return Array.from({ length: scenarios }, (_, scenario) =>
        meansOfAttempts(talliesOf(sheets?.get(scenario) ?? createSheet(0))),
      );
    },
  };
}
