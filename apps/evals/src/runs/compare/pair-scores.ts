import { MIN_TURN_COVERAGE } from '@fairtrial/contracts';
import { formatMany, formatChangedScenarios } from '@fairtrial/format';
import { mean, type ScenarioPair } from '@fairtrial/statistics';
import type { RunAggregate } from '../summary/aggregate-run.ts';
import type { MatchedScenario, PlanMatch, RunRole } from '../plan/match-plans.ts';
import type { RunPlan } from '../../entities/run.ts';

/** Two aggregated runs, with their matching scenarios and turns. */
export interface MatchedAggregates {
  readonly matching: PlanMatch;
  readonly baseline: RunAggregate;
  readonly candidate: RunAggregate;
}

/** A turn, or a conversation, that is not compared because too few attempts could be scored in one run. */
interface Gap {
  /** Index in the matched scenarios. */
  readonly scenario: number;
  /** Null: the conversation. */
  readonly turn: number | null;
  readonly side: RunRole;
  readonly unscored: number;
  readonly attempts: number;
}

/** The scores that are compared, by scenario. */
export interface PairedScores {
  readonly pairs: readonly ScenarioPair[];
  readonly gaps: readonly Gap[];
  /** Why a scenario is not compared at all; `undefined` if it is compared. */
  readonly doubts: readonly (string | undefined)[];
  /**
   * The same pairs if every turn without a score had scored against the candidate, and if it had scored for it;
   * `undefined` if every turn has a score.
   */
  readonly bounds: { readonly worst: Pairs; readonly best: Pairs } | undefined;
}

type Pairs = readonly ScenarioPair[];
type AttemptScores = ReadonlyMap<number | null, number | null>;

const EMPTY: ScenarioPair = { baseline: [], candidate: [] };
const SIDES: readonly RunRole[] = ['baseline', 'candidate'];

/**
 * Pairs the attempts of both runs by the deciding metric. Only turns that were scored in both runs are compared:
 * otherwise an outage or a failing judge in one run would look like a change of the model. An attempt without a score
 * in a compared turn is left out.
 */
export function pairScores(aggregates: MatchedAggregates): PairedScores {
  const { scenarios } = aggregates.matching;
  const gaps = scenarios.flatMap((at, index) => findGaps(aggregates, at, index));
  const found = scenarios.map((at, index) => {
    const isGap = (turn: number | null): boolean =>
      gaps.some((gap) => gap.scenario === index && gap.turn === turn);
    const turns = at.turns.filter((turn) => !isGap(turn));
    return {
      baseline: completeMeans(aggregates.baseline.scoresByTurn(at.baseline), turns),
      candidate: completeMeans(aggregates.candidate.scoresByTurn(at.candidate), turns),
    };
  });
  const doubts = found.map((pair, index) =>
    describeDoubt(pair, {
      gaps: gaps.filter(({ scenario }) => scenario === index),
      isRepeated: SIDES.every((side) => found.some((other) => other[side].length > 1)),
    }),
  );
  return {
    pairs: found.map((pair, index) => (doubts[index] === undefined ? pair : EMPTY)),
    gaps,
    doubts,
    bounds: hasUnscored(aggregates)
      ? { worst: fillUnscored(aggregates, 'worst'), best: fillUnscored(aggregates, 'best') }
      : undefined,
  };
}

function findGaps(aggregates: MatchedAggregates, at: MatchedScenario, scenario: number): Gap[] {
  return at.turns.flatMap((turn) => {
    const scores = {
      baseline: scoresInTurn(aggregates, at, { turn, side: 'baseline' }),
      candidate: scoresInTurn(aggregates, at, { turn, side: 'candidate' }),
    };
    // A turn that the metric applies to in one run only (for example because only one has a judge) cannot be compared.
    const applies = SIDES.filter((side) => scores[side].length > 0);
    return SIDES.flatMap((side) => {
      const attempts = scores[side].length;
      const unscored = scores[side].filter((score) => score === null).length;
      const isMissing = attempts === 0 && applies.length > 0;
      const isGap = isMissing || attempts - unscored < MIN_TURN_COVERAGE * attempts;
      return isGap ? [{ scenario, turn, side, unscored, attempts }] : [];
    });
  });
}

/** The scores of one run's attempts in one turn, or of their conversations if `turn` is null; null: not scored. */
export function scoresInTurn(
  aggregates: MatchedAggregates,
  scenario: MatchedScenario,
  { turn, side }: { readonly turn: number | null; readonly side: RunRole },
): readonly (number | null)[] {
  return aggregates[side]
    .scoresByTurn(scenario[side])
    .map((attempt) => attempt.get(turn))
    .filter((score) => score !== undefined);
}

interface DoubtContext {
  /** Gaps of this scenario. */
  readonly gaps: readonly Gap[];
  /** True if both runs have scenarios with several attempts. */
  readonly isRepeated: boolean;
}

function describeDoubt(
  { baseline, candidate }: ScenarioPair,
  { gaps, isRepeated }: DoubtContext,
): string | undefined {
  const fewest = Math.min(baseline.length, candidate.length);
  if (fewest > 1 || !isRepeated) return undefined;
  if (gaps.length === 0) {
    return baseline.length + candidate.length === 0
      ? undefined
      : 'fewer than two attempts could be scored in all their turns on both sides';
  }
  const sides = SIDES.flatMap((side) => {
    const own = gaps.filter((gap) => gap.side === side);
    const unscored = own.reduce((sum, gap) => sum + gap.unscored, 0);
    const all = own.reduce((sum, gap) => sum + gap.attempts, 0);
    return own.length === 0 ? [] : [`${unscored} of ${formatMany(all, 'turn')} in the ${side}`];
  });
  return `not scored: ${sides.join(', ')}`;
}

/** The means of the attempts that have a score in each of these turns. */
function completeMeans(
  attempts: readonly AttemptScores[],
  turns: MatchedScenario['turns'],
): readonly number[] {
  return attempts.flatMap((attempt) => {
    const scores = turns.map((turn) => attempt.get(turn)).filter((score) => score !== undefined);
    const numbers = scores.filter((score) => score !== null);
    return scores.length === 0 || numbers.length < scores.length ? [] : [mean(numbers)];
  });
}

function hasUnscored({ matching, baseline, candidate }: MatchedAggregates): boolean {
  return matching.scenarios.some(
    (at) =>
      baseline.scoresByTurn(at.baseline).some(isOpen) ||
      candidate.scoresByTurn(at.candidate).some(isOpen),
  );
}

function isOpen(attempt: AttemptScores): boolean {
  return [...attempt.values()].includes(null);
}

function fillUnscored(aggregates: MatchedAggregates, which: 'worst' | 'best'): Pairs {
  const fill = which === 'worst' ? { baseline: 1, candidate: 0 } : { baseline: 0, candidate: 1 };
  return aggregates.matching.scenarios.map((at) => {
    const means = (side: RunRole): readonly number[] =>
      aggregates[side].scoresByTurn(at[side]).flatMap((attempt) => {
        const scores = [...attempt.values()].map((score) => score ?? fill[side]);
        return scores.length === 0 ? [] : [mean(scores)];
      });
    return { baseline: means('baseline'), candidate: means('candidate') };
  });
}

const GAPS_LISTED = 5;

/** Lists the parts that a comparison left out, and possible explanations other than the model. */
export function listWarnings(
  { matching, baseline, candidate }: MatchedAggregates,
  { gaps }: PairedScores,
  plan: RunPlan,
): string[] {
  const { changed, unmatched } = matching;
  const only = unmatched.scenarios.length;
  const warnings = [
    ...gaps.slice(0, GAPS_LISTED).map(({ scenario, turn, side, unscored, attempts }) => {
      const { name = '' } = plan.scenarios[matching.scenarios[scenario]?.candidate ?? -1] ?? {};
      const place = turn === null ? 'the conversation' : `turn ${turn + 1}`;
      return `${place} of ${name} was not compared: ${attempts === 0 ? 'the metric does not apply' : `${unscored} of ${formatMany(attempts, 'attempt')} could not be scored`} in the ${side}`;
    }),
    gaps.length > GAPS_LISTED && `${gaps.length - GAPS_LISTED} more turns were not compared`,
    changed.length > 0 && formatChangedScenarios(changed),
    only === 1 && '1 scenario is in one of the runs only and was not compared',
    only > 1 && `${only} scenarios are in one of the runs only and were not compared`,
    baseline.incompleteAttempts + candidate.incompleteAttempts > 0 &&
      'attempts that were not played to their end were not compared',
  ];
  return warnings.filter((warning) => warning !== false);
}
