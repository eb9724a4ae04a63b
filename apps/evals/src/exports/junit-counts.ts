import type { SqlExecutor } from '../db/connection/sql.ts';
import type { RunPlan } from '../db/runs/run.ts';
import {
  countFailedChecks,
  countScenarios,
  type FailedCheckCounts,
  type ScenarioCounts,
} from '../db/turns/count-turns.ts';
import type { RunId } from '@assay/contracts';
import { requiredChecks } from '../runs/scoring/score-answer.ts';
import type { CaseFault, FaultRules } from './junit-fault.ts';

/** Counts of a scenario that a report needs before it reads the turns. */
export interface TurnCounts extends ScenarioCounts {
  /** Number of answered turns in which a required check failed. */
  readonly failedChecks: number;
}

export async function countTurnsFor(
  tx: SqlExecutor,
  id: RunId,
  plan: Pick<RunPlan, 'scenarios'>,
): Promise<readonly TurnCounts[]> {
  const [scenarios, failed] = await Promise.all([
    countScenarios(tx, id),
    countFailedChecks(tx, id),
  ]);
  const required = failed.filter((one) => isRequired(one, plan));
  return scenarios.map((counts) => ({
    ...counts,
    failedChecks: sum(
      required
        .filter(({ scenarioNo }) => scenarioNo === counts.scenarioNo)
        .map(({ turns }) => turns),
    ),
  }));
}

/** True if at least one of the failed checks is required. */
function isRequired(
  { scenarioNo, turnNo, failed }: FailedCheckCounts,
  { scenarios }: Pick<RunPlan, 'scenarios'>,
): boolean {
  const { checks = [] } = scenarios[scenarioNo]?.interactions[turnNo] ?? {};
  const results = checks.map((_, at) => failed.includes(at));
  return requiredChecks({ checks }, results).includes(true);
}

/** The attributes of one suite, or of the whole report. */
export interface SuiteCounts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly time: number;
}

/** Counts of a scenario. `missing` turns were not played; together they are one skipped test case. */
export function countSuite(
  counts: Omit<TurnCounts, 'scenarioNo'>,
  missing: number,
  { areChecksRequired, areRequestsErrors }: FaultRules,
): SuiteCounts {
  const { turns, failedRequests, failedChecks, latencyMs } = counts;
  const unplayed = missing > 0 ? 1 : 0;
  return {
    tests: turns + unplayed,
    failures: areChecksRequired ? failedChecks : 0,
    errors: areRequestsErrors ? failedRequests : 0,
    skipped: unplayed + (areRequestsErrors ? 0 : failedRequests),
    time: latencyMs / 1000,
  };
}

export function countFaults(faults: readonly (CaseFault | undefined)[]): SuiteCounts {
  const count = (kind: CaseFault['kind']): number =>
    faults.filter((fault) => fault?.kind === kind).length;
  return {
    tests: faults.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: 0,
  };
}

export function addCounts(suites: readonly SuiteCounts[]): SuiteCounts {
  return {
    tests: sum(suites.map(({ tests }) => tests)),
    failures: sum(suites.map(({ failures }) => failures)),
    errors: sum(suites.map(({ errors }) => errors)),
    skipped: sum(suites.map(({ skipped }) => skipped)),
    time: sum(suites.map(({ time }) => time)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
