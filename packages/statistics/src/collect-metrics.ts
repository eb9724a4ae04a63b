import type { Scores, Stats } from '@assay/contracts';
import { describeShares } from './describe-shares.ts';
import { shareOf, type ScenarioShare } from './scenario-share.ts';
import { createScoreTable, enterScore, talliesOf, type ScoreTable } from './tally-sheet.ts';

/** Where a turn stands in its run, both from 0. */
export interface Position {
  readonly scenario: number;
  readonly attempt: number;
}

export interface MetricCollector {
  /** One turn, in any order. */
  add(position: Position, scores: Scores): void;
  /**
   * How sure the mean of every metric of one scenario is; one that was scored nowhere is left out. The sooner, the
   * less has to be kept: nothing can be added to the scenario any more.
   */
  endScenario(scenario: number): Stats;
  /** The same for all of them. */
  stats(): Stats;
}

/**
 * For runs too large to hold: it keeps a few numbers for each metric of each attempt while a scenario goes on,
 * and a few for each metric of it once it is over, never the turns. Where it is known how many attempts there
 * will be, nothing has to grow.
 */
export function collectMetrics(attempts = 8): MetricCollector {
  const open = new Map<number, Map<string, ScoreTable>>();
  const ended = new Map<string, Map<number, ScenarioShare>>();

  function sheetOf(metric: string, scenario: number): ScoreTable {
    const sheets = open.get(scenario) ?? new Map<string, ScoreTable>();
    open.set(scenario, sheets);
    const sheet = sheets.get(metric) ?? createScoreTable(attempts);
    sheets.set(metric, sheet);
    return sheet;
  }

  function sharesOf(metric: string): Map<number, ScenarioShare> {
    const shares = ended.get(metric) ?? new Map<number, ScenarioShare>();
    ended.set(metric, shares);
    return shares;
  }

  function endScenario(scenario: number): Stats {
    const shares = [...(open.get(scenario) ?? [])].map(
      ([metric, sheet]) => [metric, shareOf(talliesOf(sheet))] as const,
    );
    open.delete(scenario);
    for (const [metric, share] of shares) sharesOf(metric).set(scenario, share);
    return toStats(shares.map(([metric, share]) => [metric, [share]]));
  }

  return {
    add({ scenario, attempt }, scores) {
      const answered = scores['answered'] !== 0;
      for (const [metric, score] of Object.entries(scores)) {
        enterScore(sheetOf(metric, scenario), attempt, { score, answered });
      }
    },
    endScenario,
    stats() {
      // In the order of the scenarios, so that the last digit does not depend on who came first.
      for (const scenario of [...open.keys()].toSorted((a, b) => a - b)) endScenario(scenario);
      return toStats(
        [...ended].map(([metric, shares]) => [
          metric,
          [...shares].toSorted(([a], [b]) => a - b).map(([, share]) => share),
        ]),
      );
    },
  };
}

function toStats(metrics: readonly (readonly [string, readonly ScenarioShare[]])[]): Stats {
  return Object.fromEntries(
    metrics.flatMap(([metric, shares]) => {
      const stats = describeShares(shares);
      return stats === undefined ? [] : [[metric, stats] as const];
    }),
  );
}
