import type { RunId } from '@fairtrial/contracts';
import type { SqlExecutor } from '../db/connection/sql.ts';
import { checksOf, type RunPlan } from '../entities/run.ts';
import { countCheckFaults, type CheckFaultCounts } from '../db/turns/count-check-faults.ts';
import { countScenarios, type ScenarioCounts } from '../db/turns/count-turns.ts';
import type { CaseFault, FaultRules } from './junit-case.ts';

/** Counts of a scenario that a report needs before it reads the turns. */
export interface TurnCounts extends ScenarioCounts {
  /** Number of conversations with a result. */
  readonly conversations: number;
  /** Number of answered turns and conversations in which a required check failed. */
  readonly failedChecks: number;
  /** Number of those in which none failed, and the result of a required check is not known. */
  readonly openChecks: number;
}

export async function countTurnsFor(
  tx: SqlExecutor,
  id: RunId,
  plan: Pick<RunPlan, 'scenarios'>,
): Promise<readonly TurnCounts[]> {
  const [scenarios, all] = await Promise.all([countScenarios(tx, id), countCheckFaults(tx, id)]);
  const played = new Set(scenarios.map(({ scenarioNo }) => scenarioNo));
  // A simulated user that gave no first message leaves a conversation without a turn.
  const silent = [...new Set(all.map(({ scenarioNo }) => scenarioNo))].filter(
    (no) => !played.has(no),
  );
  const without = { turns: 0, failedRequests: 0, latencyMs: 0 };
  return [...scenarios, ...silent.map((scenarioNo) => ({ scenarioNo, ...without }))].map(
    (counts) => {
      const rows = all.filter(({ scenarioNo }) => scenarioNo === counts.scenarioNo);
      const failed = rows.filter((row) => hasRequired(row, row.failed, plan));
      const open = rows.filter((row) => !failed.includes(row) && hasRequired(row, row.open, plan));
      return {
        ...counts,
        conversations: sumCounts(rows.filter(({ turnNo }) => turnNo === null)),
        failedChecks: sumCounts(failed),
        openChecks: sumCounts(open),
      };
    },
  );
}

function sumCounts(rows: readonly CheckFaultCounts[]): number {
  return sum(rows.map(({ count }) => count));
}

/** True if at least one of the checks at these positions is required. */
function hasRequired(
  subject: CheckFaultCounts,
  positions: readonly number[],
  { scenarios }: Pick<RunPlan, 'scenarios'>,
): boolean {
  const scenario = scenarios[subject.scenarioNo];
  const checks = scenario && checksOf(scenario, subject);
  return positions.some((at) => checks?.[at]?.optional !== true);
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
  { areChecksRequired, areRequestsErrors, areOpenChecksErrors }: FaultRules,
): SuiteCounts {
  const { turns, conversations, failedRequests, failedChecks, openChecks, latencyMs } = counts;
  const unplayed = missing > 0 ? 1 : 0;
  const errors = (areRequestsErrors ? failedRequests : 0) + (areOpenChecksErrors ? openChecks : 0);
  return {
    tests: turns + conversations + unplayed,
    failures: areChecksRequired ? failedChecks : 0,
    errors,
    skipped: unplayed + failedRequests + openChecks - errors,
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
