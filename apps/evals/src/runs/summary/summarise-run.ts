import { isJudgedCheck, type Check, type Protocol } from '@fairtrial/contracts';
import { checkLabel } from '@fairtrial/format';
import { withoutInapplicable } from '@fairtrial/scorers';
import type { TurnOutcome } from '../../db/turns/page-turns.ts';
import type { TurnCheck } from '../../entities/turn.ts';
import { isConversation, type ConversationRow } from '../../db/turns/with-conversations.ts';
import type { RunSummary } from '../../db/runs/run-summary.ts';
import { checksOf, countPlannedTurns, type Run, type RunPlan } from '../../entities/run.ts';
import { requiredChecks } from '../grade/passing.ts';
import type { JudgementCounts } from '../../db/grading/judgements.ts';
import {
  countMisread,
  type MisreadCount,
  countOtherModels,
  countUnreported,
  type UnreportedCount,
  countJudged,
  type JudgedCount,
} from './count-problems.ts';
import { collectPasses } from './passes.ts';
import { collectScenarios, type OverallMeans } from './scenarios.ts';
import { priceRun } from './pricing.ts';
import { sumUsage, type UsageTotal } from './pricing.ts';
import {
  collectConversations,
  type CollectedConversations,
  reportUsers,
  type UserRecords,
} from './report-users.ts';
import type { Excludable } from './leave-out-excluded.ts';

const GUESSED_METADATA =
  'generated_metadata was taken from the nearest reference reply, which is weak evidence: ';
const NO_ANNOTATOR = 'let the endpoint annotate its replies, or set JUDGE_MODEL';
const ANNOTATOR_FAILED = 'the annotator failed on these replies (annotation_failed)';

type PlayedTurn = TurnOutcome & Excludable;

interface RunMeasurements {
  readonly durationMs: number;
  /** `undefined` if the run uses no models for grading. */
  readonly judgements: readonly JudgementCounts[] | undefined;
  /** `undefined` if the run has no simulated users. */
  readonly users: UserRecords | undefined;
}

/** Computes the summary of a run from its plan, its turns and the counts of its judgements. */
export async function summariseRun(
  { plan, stoppedBy }: Run,
  pages: AsyncIterable<readonly (PlayedTurn | ConversationRow)[]>,
  { durationMs, judgements, users }: RunMeasurements,
): Promise<SummarisedRun> {
  const scenarios = collectScenarios(plan);
  const totals = createTurnTotals(plan);
  const passCollector = collectPasses(plan);
  const otherModels = countOtherModels(plan.modelId);
  const conversationCollector = collectConversations(plan.scenarios);
  for await (const page of pages) {
    for (const turn of page) {
      scenarios.add(turn, withoutInapplicable(turn.scores));
      passCollector.add(turn);
      totals.add(turn);
      conversationCollector.add(turn);
      if (!isConversation(turn)) otherModels.add(turn);
    }
  }
  const read = totals.read();
  const { turns, conversations: _all, failed, spent, protocol, isGuessed: _is, ...counts } = read;
  const passes = passCollector.read();
  const simulated = conversationCollector.read();
  const figures = scenarios.read();
  const summary = {
    message:
      stoppedBy === undefined
        ? toMessage(failed, turns)
        : toStoppedMessage(plan, { turns, unplayed: simulated.unplayed }),
    protocol,
    duration_ms: durationMs,
    usage: spent.usage,
    cost: priceRun(plan, spent, {
      judgements: judgements?.filter(({ kind }) => kind !== 'scorer'), // Fairtrial does not know what they cost
      users: users?.messages,
    }),
    grading: judgements?.map(({ unreported: _unreported, ...total }) => total),
    stats: figures.stats,
    passes: passes.run ?? null,
    simulated_user: users && reportUsers(plan, simulated.conversations, users),
    warnings: [...plan.warnings, ...otherModels.listWarnings(), ...warnOfGrading(plan, read)],
    scenarios: figures.scenarios.map((scenario, at) => {
      const scenarioPasses = passes.scenarios[at];
      const attemptsPassed = passes.attempts[at]?.map((passed) => passed ?? null) ?? [];
      return { ...scenario, ...(scenarioPasses && { passes: scenarioPasses, attemptsPassed }) };
    }),
  };
  const { overallMeans } = figures;
  const played = { turns, answered: turns - failed, ...simulated };
  return { summary, overallMeans, counts: { ...played, ...counts } };
}

/** Warnings about labels that were guessed, and about replies without a verdict. */
function warnOfGrading(
  { grading }: RunPlan,
  { isGuessed, judged, turns, conversations }: TurnTotals,
): readonly string[] {
  const why = grading?.annotator ? ANNOTATOR_FAILED : NO_ANNOTATOR;
  const all = countAll(turns, conversations);
  return [
    ...(isGuessed ? [GUESSED_METADATA + why] : []),
    ...(judged.failed === 0 ? [] : [`${judged.failed} of ${all} have no verdict of the judge`]),
  ];
}

/** Counts of turns by their outcome. */
export interface RunCounts extends Partial<CollectedConversations> {
  readonly turns: number;
  readonly answered: number;
  readonly misread: MisreadCount;
  readonly judged: JudgedCount;
  /** The number of failed required checks, and a description of the first one. */
  readonly failedChecks: { readonly count: number; readonly first: string };
  readonly unreported: UnreportedCount;
}

interface SummarisedRun {
  readonly summary: Omit<RunSummary, 'headline'>;
  readonly overallMeans: OverallMeans;
  readonly counts: RunCounts;
}

interface TurnTotals {
  readonly turns: number;
  /** Number of conversations with checks. */
  readonly conversations: number;
  readonly failed: number;
  readonly misread: MisreadCount;
  readonly judged: RunCounts['judged'];
  readonly failedChecks: RunCounts['failedChecks'];
  readonly unreported: UnreportedCount;
  readonly spent: UsageTotal;
  /** Protocol of the last answer, or of the last call if there was no answer. */
  readonly protocol: Protocol;
  readonly isGuessed: boolean;
}

function createTurnTotals({ scenarios }: Pick<RunPlan, 'scenarios'>): {
  add(turn: PlayedTurn | ConversationRow): void;
  read(): TurnTotals;
} {
  let turns = 0;
  let conversations = 0;
  let failed = 0;
  const misread = countMisread();
  const judged = countJudged(scenarios);
  const failedChecks = collectFailedChecks(scenarios);
  const unreported = countUnreported(scenarios);
  let isGuessed = false;
  let lastAnswered: Protocol | undefined;
  let last: Protocol | undefined;
  const spent = sumUsage();
  return {
    add(turn) {
      judged.add(turn);
      // The checks of an attempt that does not count decide nothing.
      if (isConversation(turn) || turn.isExcluded !== true) {
        failedChecks.add(turn);
        unreported.add(turn);
      }
      if (isConversation(turn)) {
        conversations += 1;
        return;
      }
      turns += 1;
      last = turn.protocol;
      misread.add(turn);
      if (turn.outcome === 'endpoint_failed') failed += 1;
      else lastAnswered = turn.protocol;
      isGuessed ||= turn.metadataSource === 'nearest_reference' && 'metadata' in turn.scores;
      spent.add(turn);
    },
    read: () => ({
      turns,
      conversations,
      failed,
      misread: misread.read(),
      judged: judged.read(),
      failedChecks: failedChecks.read(),
      unreported: unreported.read(),
      spent: spent.read(),
      isGuessed,
      protocol: lastAnswered ?? last ?? 'agent',
    }),
  };
}

interface FailedCheckCollector {
  add(turn: TurnOutcome | ConversationRow): void;
  read(): RunCounts['failedChecks'];
}

/** Counts the failed required checks and describes the first one. */
function collectFailedChecks(scenarios: RunPlan['scenarios']): FailedCheckCollector {
  let count = 0;
  let first = '';
  return {
    add(turn) {
      // A failed request fails no check, because there is no reply to check.
      const scenario = scenarios[turn.scenarioNo];
      const planned = scenario && checksOf(scenario, turn);
      const required = requiredChecks(planned, turn.checks);
      const broken = required.filter(({ passed }) => passed === false);
      count += broken.length;
      const [one] = broken;
      if (first !== '' || one === undefined) return;
      const place = isConversation(turn) ? 'conversation' : `turn ${turn.turnNo + 1}`;
      const position = `attempt ${turn.attemptNo + 1}, ${place}`;
      const name = nameCheck(one, planned?.[turn.checks.indexOf(one)]);
      first = `${scenario?.name ?? ''}, ${position}: ${name}, ${one.detail}`;
    },
    read: () => ({ count, first }),
  };
}

/** The text of a judged check; the type of any other. */
function nameCheck({ type }: TurnCheck, check: Check | undefined): string {
  return check !== undefined && isJudgedCheck(check) ? checkLabel(check) : type;
}

function countAll(turns: number, conversations: number): string {
  return conversations === 0
    ? `${turns} turns`
    : `${turns + conversations} turns and conversations`;
}

function toStoppedMessage(
  plan: RunPlan,
  { turns, unplayed }: { readonly turns: number; readonly unplayed: number },
): string {
  const planned = countPlannedTurns(plan) - unplayed;
  return `Evaluation stopped because its budget was spent: ${turns} of ${planned} turns were played`;
}

function toMessage(failed: number, total: number): string {
  return failed === 0
    ? 'Evaluation completed successfully'
    : `Evaluation completed: ${failed} of ${total} requests failed`;
}
