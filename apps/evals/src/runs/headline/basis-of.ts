import type { Basis } from '@fairtrial/contracts';
import { hasSimulatedUser, listOwnScorers, type RunPlan } from '../../entities/run.ts';
import { doesTask } from '../plan/plan-grading.ts';
import { GOAL_REACHED } from '../plan/list-metrics.ts';

type ScoredPlan = Pick<RunPlan, 'scenarios' | 'modelScorers' | 'weights' | 'grading'>;

/** From the weakest to the strongest. */
const BY_STRENGTH: readonly Basis[] = ['similarity', 'checks', 'judge'];

/** Metrics that are right or wrong independently of the wording. */
const CHECKED = /^(checks|metadata|answered|pass_rate|consistency|key_facts|exact_match)(\.|$)/;

/** The basis of a verdict by this metric; for two runs, the weaker basis. */
export function basisOf(plans: readonly ScoredPlan[], metric: string): Basis {
  const found = new Set(plans.map((plan) => basisOfPlan(plan, metric)));
  return BY_STRENGTH.find((basis) => found.has(basis)) ?? 'similarity';
}

/** Why the scores of two runs by this metric cannot be compared; null if they can. */
export function findMismatch(
  [baseline, candidate]: readonly [ScoredPlan, ScoredPlan],
  metric: string,
): string | null {
  const [old, now] = [basisOfPlan(baseline, metric), basisOfPlan(candidate, metric)];
  if ((old === 'judge') !== (now === 'judge')) {
    return `The baseline was scored by ${NAMES[old]}, the candidate by ${NAMES[now]}. Rescore one of them.`;
  }
  const models = [baseline, candidate].map(
    ({ grading }) => grading?.judge?.models.join(', ') ?? '',
  );
  const areChecksJudged = [baseline, candidate].every(({ grading }) => doesTask(grading, 'checks'));
  const isJudged = now === 'judge' || (now === 'checks' && areChecksJudged);
  return isJudged && models[0] !== models[1]
    ? `The baseline was judged by ${models[0]}, the candidate by ${models[1]}. Rescore one of them.`
    : null;
}

const NAMES: Readonly<Record<Basis, string>> = {
  judge: 'a judge',
  checks: 'checks',
  similarity: 'similarity',
};

function basisOfPlan(plan: ScoredPlan, metric: string): Basis {
  const { scenarios, modelScorers, weights } = plan;
  if (metric === 'judge' || metric === GOAL_REACHED) return 'judge';
  // An own scorer is code, like a check.
  if (CHECKED.test(metric) || listOwnScorers(plan).includes(metric)) return 'checks';
  if (metric !== 'overall' && metric !== 'reply') return 'similarity';
  if (modelScorers.includes('judge')) return 'judge';
  if (metric === 'reply') return 'similarity';
  // For interactions with checks, similarity has a separate weight, which is 0 unless the request sets it.
  const { reply, similarity = reply } = weights;
  // The checks on a conversation do not change the weight of similarity in its interactions.
  const isBySimilarity = scenarios.some(({ interactions }) =>
    interactions.some(
      ({ reference_reply: reference, checks = [] }) =>
        reference !== '' && (checks.length === 0 ? reply : similarity) > 0,
    ),
  );
  if (isBySimilarity) return 'similarity';
  // A judge decides if a simulated user reached its goal.
  return hasSimulatedUser(plan) ? 'judge' : 'checks';
}
