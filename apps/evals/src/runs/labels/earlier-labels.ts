import type { EstimatedPassRate } from '@fairtrial/contracts';
import { estimateByRoganGladen } from '@fairtrial/statistics';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { listEarlierDrawn } from '../../db/labels/label-draws.ts';
import { listBlindLabels, type LabelRow } from '../../db/labels/labels.ts';
import type { Run } from '../../entities/run.ts';
import { round } from '../summary/rounding.ts';
import { countVotes } from './count-votes.ts';
import { roundPair } from './label-view.ts';
import type { AttemptResult } from './list-attempts.ts';

/** Lists the blind labels of whole attempts in earlier runs of the same test. */
export async function loadEarlierLabels(
  tx: SqlExecutor,
  { id, project, plan }: Run,
): Promise<readonly LabelRow[]> {
  const runIds = await listEarlierDrawn(tx, { project, testName: plan.testName, before: id });
  return runIds.length === 0 ? [] : listBlindLabels(tx, runIds);
}

interface JudgedRun {
  readonly attempts: readonly AttemptResult[];
  readonly digest: string;
}

/**
 * Estimates the pass rate of a run from the errors that its judge made in earlier runs; null without enough labels. It
 * is only shown: the judge may err more often on this run.
 */
export function estimateFromEarlier(
  earlier: readonly LabelRow[],
  { attempts, digest }: JudgedRun,
): EstimatedPassRate | null {
  const votes = countVotes(earlier.filter(({ judgeDigest }) => judgeDigest === digest)).flatMap(
    ({ passed, labels, runId }) => {
      const judge = labels[0]?.judgePassed ?? undefined;
      return passed === undefined || judge === undefined ? [] : [{ runId, passed, judge }];
    },
  );
  const count = (passed: boolean, judge: boolean): number =>
    votes.filter((vote) => vote.passed === passed && vote.judge === judge).length;
  const judged = attempts.filter(({ passed }) => passed !== undefined);
  const estimate = estimateByRoganGladen({
    judgePasses: judged.filter(({ passed }) => passed === true).length,
    judged: judged.length,
    truePositives: count(true, true),
    positives: count(true, true) + count(true, false),
    trueNegatives: count(false, false),
    negatives: count(false, true) + count(false, false),
  });
  if (estimate === undefined) return null;
  return {
    pass_rate: round(estimate.rate),
    ci95: roundPair(estimate.interval95),
    labelled: votes.length,
    runs: new Set(votes.map(({ runId }) => runId)).size,
  };
}

/** Warns if labels were given under another judge: what they say about that judge does not hold for this one. */
export function warnOfChangedJudge(labels: readonly LabelRow[], digest: string): readonly string[] {
  const others = labels.filter(({ judgeDigest }) => judgeDigest !== digest).length;
  if (others === 0) return [];
  return [
    `judge_changed: ${others} labels of this test were given when another judge, other instructions, checks or another pass threshold decided; agreement with the current judge starts again`,
  ];
}
