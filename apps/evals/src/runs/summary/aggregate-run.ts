import type { LabelScores } from '@fairtrial/contracts';
import { withoutInapplicable } from '@fairtrial/scorers';
import { averageScores } from '@fairtrial/statistics';
import { collectConversations, type ConversationFigures } from './report-users.ts';
import type { Excludable } from './leave-out-excluded.ts';
import {
  countMisread,
  type MisreadCount,
  countJudged,
  type JudgedCount,
} from './count-problems.ts';
import { sumUsage, type UsageTotal } from './pricing.ts';
import type { ComparedTurn } from '../../db/turns/page-turns.ts';
import {
  attemptsAt,
  countScored,
  countScoredRows,
  type PlannedScenario,
  type RunPlan,
} from '../../entities/run.ts';
import { isSameAttempt } from '../../db/turns/group-attempts.ts';
import { isConversation, type ConversationRow } from '../../db/turns/with-conversations.ts';
import { PASS_RATE } from '../plan/list-metrics.ts';
import { attemptPassed } from '../grade/passing.ts';
import { aggregateMetadataLabels } from './aggregate-metadata-labels.ts';

/** The numbers of one run that comparisons and gates need, without its turns. */
export interface RunAggregate {
  readonly totals: RunTotals;
  /** Number of attempts with missing turns; they are left out. */
  readonly incompleteAttempts: number;
  /** Conversations with simulated users in all scenarios. */
  readonly conversations: readonly ConversationFigures[];
  readonly labels: ReadonlyMap<string, LabelScores>;
  readonly metrics: readonly string[];
  /** Mean of a metric for each attempt at a scenario. */
  attemptMeans(metric: string, scenario: number): readonly number[];
  /** Pass flag of each complete attempt at a scenario; `undefined` if unknown. */
  passes(scenario: number): readonly (boolean | undefined)[];
  /**
   * Scores of each complete attempt at a scenario by the deciding metric, by turn, with the key null for the
   * conversation: null if it could not be scored. What the metric does not apply to is left out.
   */
  scoresByTurn(scenario: number): readonly ReadonlyMap<number | null, number | null>[];
  /** True if all attempts gave identical replies in all counted turns. */
  isSameReply(scenario: number): boolean;
}

type AggregatedRow = (ComparedTurn & Excludable) | ConversationRow;

export interface RunAggregator {
  /** The turns must be in run order, each conversation after its turns: it counts like one more turn. */
  add(page: readonly AggregatedRow[]): void;
  read(): RunAggregate;
}

interface AggregateOptions {
  readonly plan: Pick<RunPlan, 'scenarios' | 'attempts' | 'scenarioAttempts' | 'passThreshold'>;
  /** Only the first attempts at each scenario are counted; all if `undefined`. */
  readonly firstAttempts?: number | undefined;
  /** The deciding metric. */
  readonly metric: string;
  /** All if `undefined`. */
  readonly counted?: CountedRows;
}

/** The turns to count of each scenario, with null for its conversation. */
export type CountedRows = ReadonlyMap<number, ReadonlySet<number | null>>;

/** Aggregates turns page by page: memory grows by a few numbers per attempt and one per turn. */
export function aggregateRun(options: AggregateOptions): RunAggregator {
  const { plan, counted, firstAttempts = Infinity } = options;
  const expected = countExpectedTurns(options);
  const totals = aggregateTotals(plan.scenarios);
  const labels = aggregateMetadataLabels();
  const replies = aggregateReplies();
  const means = new Map<string, Map<number, number[]>>();
  const scores = new Map<number, Map<number | null, number | null>[]>();
  const passed = new Map<number, (boolean | undefined)[]>();
  let complete = 0;
  let current: AggregatedRow[] = [];

  /** Adds the attempt that just ended, if it is complete. */
  function closeAttempt(): void {
    const [first] = current;
    const turns = counted ? current.filter((turn) => isCounted(turn, counted)) : current;
    current = [];
    if (first === undefined || turns.length === 0 || first.attemptNo >= firstAttempts) return;
    const scenario = plan.scenarios[first.scenarioNo];
    if (scenario === undefined) return;
    if (countScoredRows(scenario, turns) < (expected[first.scenarioNo] ?? 0)) return;
    complete += 1;
    const isPassed = attemptPassed(turns, scenario, plan.passThreshold);
    listIn(passed, first.scenarioNo).push(isPassed);
    for (const [key, mean] of attemptScores(turns, isPassed)) {
      listIn(mapIn(means, key), first.scenarioNo).push(mean);
    }
    listIn(scores, first.scenarioNo).push(scoresOf(turns, options.metric));
    for (const turn of turns) if (!isConversation(turn)) addReply(turn);
  }

  function addReply(turn: ComparedTurn): void {
    replies.add(turn);
    const interaction = plan.scenarios[turn.scenarioNo]?.interactions[turn.turnNo];
    if (interaction !== undefined) labels.add(interaction, turn);
  }

  return {
    add(page) {
      for (const { scores: all, ...rest } of page) {
        const turn = { ...rest, scores: withoutInapplicable(all) };
        totals.add(turn);
        if (!isSameAttempt(turn, current[0])) closeAttempt();
        current.push(turn);
      }
    },
    read() {
      closeAttempt();
      return {
        totals: totals.read(),
        incompleteAttempts: countExpectedAttempts(expected, options) - complete,
        conversations: totals.conversations(),
        labels: labels.read(),
        metrics: [...means.keys()],
        attemptMeans: (key, scenario) => means.get(key)?.get(scenario) ?? [],
        passes: (scenario) => passed.get(scenario) ?? [],
        scoresByTurn: (scenario) => scores.get(scenario) ?? [],
        isSameReply: (scenario) => replies.isSame(scenario),
      };
    },
  };
}

function isCounted({ scenarioNo, turnNo }: AggregatedRow, counted: CountedRows): boolean {
  return counted.get(scenarioNo)?.has(turnNo) ?? false;
}

/** The number of scores of a complete attempt, for each scenario. */
function countExpectedTurns({ plan, counted }: AggregateOptions): readonly number[] {
  return plan.scenarios.map((scenario, scenarioNo) =>
    counted === undefined ? countScored(scenario) : (counted.get(scenarioNo)?.size ?? 0),
  );
}

/** The number of attempts at the scenarios that are counted. */
function countExpectedAttempts(
  expected: readonly number[],
  { plan, firstAttempts = Infinity }: AggregateOptions,
): number {
  const counts = expected.map((turns, no) =>
    turns === 0 ? 0 : Math.min(attemptsAt(plan, no), firstAttempts),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The scores of the turns, and of the conversation, that the metric applies to. */
function scoresOf(
  turns: readonly AggregatedRow[],
  metric: string,
): Map<number | null, number | null> {
  return new Map(
    turns.flatMap(({ turnNo, scores: { [metric]: score } }) =>
      score === undefined ? [] : [[turnNo, score] as const],
    ),
  );
}

function attemptScores(
  turns: readonly AggregatedRow[],
  passed: boolean | undefined,
): readonly (readonly [string, number])[] {
  const means = Object.entries(averageScores(turns.map(({ scores }) => scores)));
  return passed === undefined ? means : [...means, [PASS_RATE, Number(passed)]];
}

function mapIn<V>(maps: Map<string, Map<number, V>>, key: string): Map<number, V> {
  const map = maps.get(key) ?? new Map<number, V>();
  maps.set(key, map);
  return map;
}

function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Totals of the whole run, including turns that are not counted. */
interface RunTotals {
  readonly turns: number;
  /** Planned turns that were not played, because conversations with simulated users ended before. */
  readonly unplayed: number;
  readonly answered: number;
  readonly misread: MisreadCount;
  readonly judged: JudgedCount;
  readonly spent: UsageTotal;
  /** Latencies of the answered turns, in milliseconds. */
  readonly latencies: readonly number[];
  /** Share of applicable turns in which a metric was scored; `undefined` if it applies to none. */
  coverage(metric: string): number | undefined;
}

function aggregateTotals(scenarios: readonly PlannedScenario[]): {
  add(turn: AggregatedRow): void;
  read(): RunTotals;
  conversations(): readonly ConversationFigures[];
} {
  let turns = 0;
  const misread = countMisread();
  const judged = countJudged(scenarios);
  const spent = sumUsage();
  const conversations = collectConversations(scenarios);
  const latencies: number[] = [];
  const applicable = new Map<string, { scored: number; all: number }>();
  return {
    add(turn) {
      judged.add(turn);
      conversations.add(turn);
      if (!isConversation(turn)) {
        turns += 1;
        misread.add(turn);
        if (turn.outcome === 'answered') latencies.push(turn.latencyMs);
        spent.add(turn);
      }
      for (const [metric, score] of Object.entries(turn.scores)) {
        const count = applicable.get(metric) ?? { scored: 0, all: 0 };
        applicable.set(metric, count);
        count.all += 1;
        if (score !== null) count.scored += 1;
      }
    },
    conversations: () => conversations.read().conversations,
    read: () => ({
      turns,
      unplayed: conversations.read().unplayed,
      answered: latencies.length,
      misread: misread.read(),
      judged: judged.read(),
      spent: spent.read(),
      latencies,
      coverage(metric) {
        const count = applicable.get(metric);
        return count && count.scored / count.all;
      },
    }),
  };
}

interface ReplyAggregator {
  add(turn: ComparedTurn): void;
  isSame(scenario: number): boolean;
}

/** Tracks whether all attempts gave identical replies; a failed request counts as different. */
function aggregateReplies(): ReplyAggregator {
  const first = new Map<number, Map<number, string>>();
  const varied = new Set<number>();
  return {
    add({ scenarioNo, turnNo, outcome, replyHash }) {
      const hashes = first.get(scenarioNo) ?? new Map<number, string>();
      first.set(scenarioNo, hashes);
      const hash = hashes.get(turnNo) ?? replyHash;
      hashes.set(turnNo, hash);
      if (outcome !== 'answered' || hash !== replyHash) varied.add(scenarioNo);
    },
    isSame: (scenario) => first.has(scenario) && !varied.has(scenario),
  };
}
