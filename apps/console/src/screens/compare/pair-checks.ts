import type { RunBreakdown } from '@fairtrial/contracts';

export type CheckCounts = RunBreakdown['checks'][number];

export interface CheckPair {
  readonly name: string;
  /** `undefined` if the run has no such check. */
  readonly before: CheckCounts | undefined;
  readonly after: CheckCounts | undefined;
  /** The change in words; not a verdict, since there is no significance test. */
  readonly change: string;
}

/** Pairs the checks of two runs by name, the largest change of the failure rate first. */
export function pairChecks(
  before: readonly CheckCounts[],
  after: readonly CheckCounts[],
): readonly CheckPair[] {
  const old = new Map(before.map((one) => [one.name, one]));
  const now = new Map(after.map((one) => [one.name, one]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }))
    .toSorted((a, b) => Math.abs(changeOf(b)) - Math.abs(changeOf(a)))
    .map((pair) => ({ ...pair, change: describe(pair) }));
}

type Pair = Omit<CheckPair, 'change'>;

function changeOf({ before, after }: Pair): number {
  return before && after ? shareOf(after) - shareOf(before) : 0;
}

function shareOf({ failed, total }: CheckCounts): number {
  return total === 0 ? 0 : failed / total;
}

function describe(pair: Pair): string {
  if (!pair.before) return 'only in the candidate';
  if (!pair.after) return 'only in the baseline';
  const change = changeOf(pair);
  if (change === 0) return 'as often';
  return change > 0 ? 'fails more often' : 'fails less often';
}
