import type { CorrectedPassRate, LabelReport, EstimatedPassRate } from '@fairtrial/contracts';
import { correctedPassRate, estimateByRoganGladen } from '@fairtrial/statistics';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { listDraws, type LabelDrawRow, listEarlierDrawn } from '../../db/labels/label-draws.ts';
import { listLabels, type LabelRow, listBlindLabels } from '../../db/labels/labels.ts';
import type { Run } from '../../entities/run.ts';
import { requireEnded, type RunRef } from '../find/load-run.ts';
import { describeJudge } from './describe-judge.ts';
import { compareLabellers, compareWithJudge, judgeVotes } from './label-agreement.ts';
import { toCorrectedView, toLabelView, roundPair } from './label-view.ts';
import {
  countVotes,
  listAttempts,
  type AttemptResult,
  selectCurrent,
  toLabelled,
} from './labelled-attempts.ts';
import { round } from '../summary/rounding.ts';

const MAX_DISAGREEMENTS = 200;

interface LabelPage {
  readonly from: number;
  readonly limit: number;
}

/** Returns the labels of a run, how they agree with the judge, and the pass rate by people. */
export async function reportLabels(
  tx: SqlExecutor,
  { project, runId }: RunRef,
  { from, limit }: LabelPage,
): Promise<LabelReport> {
  const run = await requireEnded(tx, project, runId);
  const stored = await listLabels(tx, runId);
  const attempts = await listAttempts(tx, run);
  const current = selectCurrent(stored, attempts);
  const blind = current.filter(({ isBlind }) => isBlind);
  const judged = await judgeVotes(tx, run, { attempts, votes: countVotes(current) });
  const blindVotes = countVotes(blind);
  const judgedBlind = await judgeVotes(tx, run, { attempts, votes: blindVotes });
  const judge = describeJudge(run.plan);
  const earlier = await loadEarlierLabels(tx, run);
  const disagreements = judged.filter(({ vote, judge: found }) => vote.passed !== found);
  const next = from + limit;
  return {
    labels: stored.slice(from, next).map(toLabelView),
    next: next < stored.length ? next : null,
    draws: (await listDraws(tx, runId)).map((draw) => viewDraw(draw, current)),
    disagreements: disagreements.slice(0, MAX_DISAGREEMENTS).map(({ vote, judge: found }) => ({
      position: { scenario: vote.scenarioNo, attempt: vote.attemptNo },
      check_id: vote.checkId === '' ? null : vote.checkId,
      label_passed: !found,
      judge_passed: found,
      labellers: vote.labels.map(({ labeller }) => labeller),
      notes: vote.labels.flatMap(({ note }) => note ?? []),
    })),
    disagreement_count: disagreements.length,
    agreement: compareWithJudge(judgedBlind, judge),
    labeller_agreement: compareLabellers(blindVotes),
    corrected: correctRate(run, attempts, blind),
    estimated: estimateFromEarlier(earlier, { attempts, digest: judge.digest }),
    ties: blindVotes.filter(({ checkId, passed }) => checkId === '' && passed === undefined).length,
    warnings: [
      ...warnOfChangedJudge([...stored, ...earlier], judge.digest),
      ...warnOfReplayed(stored.length - current.length),
    ],
  };
}

function viewDraw(draw: LabelDrawRow, labels: readonly LabelRow[]): LabelReport['draws'][number] {
  const own = labels.filter(({ drawId, checkId }) => drawId === draw.id && checkId === '');
  const byLabeller = Map.groupBy(own, ({ labeller }) => labeller);
  return {
    draw: draw.id,
    n: draw.n,
    seed: draw.seed,
    with: draw.partnerRunId,
    attempts: draw.items.length,
    created_at: draw.createdAt.toISOString(),
    labellers: [...byLabeller]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([labeller, given]) => ({
        labeller,
        labelled: given.length,
        blind: given.filter(({ isBlind }) => isBlind).length,
      })),
  };
}

function correctRate(
  run: Run,
  attempts: readonly AttemptResult[],
  blind: readonly LabelRow[],
): CorrectedPassRate | null {
  const rate = correctedPassRate(toLabelled(run, attempts, blind));
  return rate === undefined ? null : toCorrectedView(rate);
}

function warnOfReplayed(labels: number): readonly string[] {
  if (labels === 0) return [];
  return [`${labels} labels do not count, because their attempts were played again`];
}

/** Lists the blind labels of whole attempts in earlier runs of the same test. */
async function loadEarlierLabels(
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
function estimateFromEarlier(
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
function warnOfChangedJudge(labels: readonly LabelRow[], digest: string): readonly string[] {
  const others = labels.filter(({ judgeDigest }) => judgeDigest !== digest).length;
  if (others === 0) return [];
  return [
    `judge_changed: ${others} labels of this test were given when another judge, other instructions, checks or another pass threshold decided; agreement with the current judge starts again`,
  ];
}
