import type { LabelScores } from '@assay/contracts';
import { withoutInapplicable } from '@assay/scorers';
import { averageScores } from '@assay/statistics';
import type { ComparedTurn } from '../../db/turns/list-compared-turns.ts';
import type { RunPlan } from '../../db/runs/run.ts';
import { attemptPassed } from '../scoring/passing.ts';
import { collectLabels } from './collect-labels.ts';
import { collectReplies } from './collect-replies.ts';
import { collectTotals, type Totals } from './collect-totals.ts';

/** What is left of one run once its turns have gone by. */
export interface Side {
  readonly totals: Totals;
  /** Attempts that lack a turn, and so say nothing of their scenario. */
  readonly incompleteAttempts: number;
  readonly labels: ReadonlyMap<string, LabelScores>;
  readonly metrics: readonly string[];
  /** The attempts' means of one metric in one scenario. */
  attemptMeans(metric: string, scenario: number): readonly number[];
  /** Whether the attempts at one scenario passed, as far as that is known. */
  passes(scenario: number): readonly boolean[];
  /** The attempts' scores in one turn, by the metric that decides. */
  turnScores(scenario: number, turn: number): readonly number[];
  /** Whether all attempts gave word for word the same replies: in one turn, or in all that count. */
  isSameReply(scenario: number, turn?: number): boolean;
}

export interface RunAggregator {
  /** In the order of the run. */
  add(page: readonly ComparedTurn[]): void;
  read(): Side;
}

interface SideOptions {
  readonly plan: Pick<RunPlan, 'scenarios' | 'attempts' | 'passThreshold'>;
  /** The metric that decides. */
  readonly metric: string;
  /** The turns that count, by scenario; all of them where undefined. */
  readonly counted?: ReadonlyMap<number, ReadonlySet<number>>;
}

/** Whether an attempt passed is a metric of attempts like any other: 1 or 0. */
export const PASS_RATE = 'pass_rate';

/** Keeps a few numbers for each attempt, and one for each turn: never the turns. */
export function aggregateRun({ plan, metric, counted }: SideOptions): RunAggregator {
  const totals = collectTotals();
  const labels = collectLabels();
  const replies = collectReplies();
  const means = new Map<string, Map<number, number[]>>();
  const scores = new Map<string, number[]>();
  let complete = 0;
  let current: ComparedTurn[] = [];

  const sizeOf = (scenario: number): number =>
    counted === undefined
      ? (plan.scenarios[scenario]?.interactions.length ?? 0)
      : (counted.get(scenario)?.size ?? 0);

  /** An attempt has gone by: only one that is whole can be compared with others. */
  function close(): void {
    const [first] = current;
    const turns = current.filter(
      ({ scenarioNo, turnNo }) => counted?.get(scenarioNo)?.has(turnNo) ?? counted === undefined,
    );
    current = [];
    if (first === undefined || turns.length === 0 || turns.length < sizeOf(first.scenarioNo))
      return;
    complete += 1;
    for (const [key, mean] of meansOf(turns, plan.passThreshold)) {
      listIn(mapIn(means, key), first.scenarioNo).push(mean);
    }
    for (const turn of turns) {
      const { scenarioNo, turnNo } = turn;
      const score = turn.scores[metric];
      if (typeof score === 'number') listIn(scores, `${scenarioNo} ${turnNo}`).push(score);
      replies.add(turn);
      const interaction = plan.scenarios[scenarioNo]?.interactions[turnNo];
      if (interaction !== undefined) labels.add(interaction, turn);
    }
  }

  return {
    add(page) {
      for (const { scores: all, ...rest } of page) {
        const turn = { ...rest, scores: withoutInapplicable(all) };
        totals.add(turn);
        const [first] = current;
        if (first?.scenarioNo !== turn.scenarioNo || first.attemptNo !== turn.attemptNo) close();
        current.push(turn);
      }
    },
    read() {
      close();
      const planned = [...plan.scenarios.keys()].filter((scenario) => sizeOf(scenario) > 0).length;
      return {
        totals: totals.read(),
        incompleteAttempts: planned * plan.attempts - complete,
        labels: labels.read(),
        metrics: [...means.keys()],
        attemptMeans: (key, scenario) => means.get(key)?.get(scenario) ?? [],
        passes: (scenario) => (means.get(PASS_RATE)?.get(scenario) ?? []).map(Boolean),
        turnScores: (scenario, turn) => scores.get(`${scenario} ${turn}`) ?? [],
        isSameReply: (scenario, turn) => replies.isSame(scenario, turn),
      };
    },
  };
}

function meansOf(
  turns: readonly ComparedTurn[],
  threshold: number | undefined,
): readonly (readonly [string, number])[] {
  const means = Object.entries(averageScores(turns.map(({ scores }) => scores)));
  const passed = attemptPassed(turns, threshold);
  return passed === undefined ? means : [...means, [PASS_RATE, Number(passed)]];
}

function mapIn<V>(maps: Map<string, Map<number, V>>, key: string): Map<number, V> {
  const map = maps.get(key) ?? new Map<number, V>();
  maps.set(key, map);
  return map;
}

function listIn<K>(lists: Map<K, number[]>, key: K): number[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
