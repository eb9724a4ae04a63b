import type { CorrectedDifference } from '@fairtrial/contracts';
import {
  compareCorrectedRates,
  correctedPassRate,
  type LabelledScenario,
} from '@fairtrial/statistics';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { listDraws } from '../../db/labels/label-draws.ts';
import type { Run } from '../../entities/run.ts';
import type { PlanMatch, RunRole } from '../plan/match-plans.ts';
import { round } from '../summary/rounding.ts';
import { roundPair, toCorrectedView } from './label-view.ts';
import { loadLabelled } from './labelled-attempts.ts';

interface LabelledPair {
  readonly baseline: Run;
  readonly candidate: Run;
  readonly matching: PlanMatch;
}

/**
 * Compares the pass rates of two runs by people; null unless both were drawn and labelled blind in one mixed queue:
 * people who know the run, or label one run after the other, may be stricter with one of them.
 */
export async function compareLabelled(
  tx: SqlExecutor,
  { baseline, candidate, matching }: LabelledPair,
): Promise<CorrectedDifference | null> {
  const draws = await listDraws(tx, baseline.id);
  const mixed = draws.filter(({ partnerRunId }) => partnerRunId === candidate.id);
  if (mixed.length === 0) return null;
  const ids = new Set(mixed.map(({ id }) => id));
  const old = await loadMatched(tx, baseline, { ids, matching, role: 'baseline' });
  const now = await loadMatched(tx, candidate, { ids, matching, role: 'candidate' });
  const [oldRate, nowRate] = [correctedPassRate(old), correctedPassRate(now)];
  const found = compareCorrectedRates(old, now);
  if (oldRate === undefined || nowRate === undefined || found === undefined) return null;
  const [low, high] = found.interval95;
  return {
    baseline: toCorrectedView(oldRate),
    candidate: toCorrectedView(nowRate),
    delta: round(found.delta),
    ci95: roundPair(found.interval95),
    p: round(found.p),
    result: high < 0 ? 'regressed' : low > 0 ? 'improved' : 'no_change_found',
  };
}

interface MatchedSide {
  readonly ids: ReadonlySet<string>;
  readonly matching: PlanMatch;
  readonly role: RunRole;
}

async function loadMatched(
  tx: SqlExecutor,
  run: Run,
  { ids, matching, role }: MatchedSide,
): Promise<readonly LabelledScenario[]> {
  const scenarios = (await loadLabelled(tx, run, ids)) ?? [];
  return matching.scenarios.map((pair) => scenarios[pair[role]] ?? []);
}
