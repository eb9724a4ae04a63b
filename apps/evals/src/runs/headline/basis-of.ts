import type { Basis } from '@assay/contracts';
import type { RunPlan } from '../../db/runs/run.ts';

type ScoredPlan = Pick<RunPlan, 'scenarios' | 'modelScorers' | 'weights'>;

/** From the weakest to the strongest. */
const BY_STRENGTH: readonly Basis[] = ['similarity', 'checks', 'judge'];

/** Metrics that are right or wrong whatever the wording. */
const CHECKED = /^(checks|metadata|answered|pass_rate|consistency|key_facts|exact_match)(\.|$)/;

/** What a verdict by this metric rests on; of two runs, the weaker basis. */
export function basisOf(plans: readonly ScoredPlan[], metric: string): Basis {
  const found = new Set(plans.map((plan) => basisOfPlan(plan, metric)));
  return BY_STRENGTH.find((basis) => found.has(basis)) ?? 'similarity';
}

function basisOfPlan({ scenarios, modelScorers, weights }: ScoredPlan, metric: string): Basis {
  if (metric === 'judge') return 'judge';
  if (CHECKED.test(metric)) return 'checks';
  if (metric !== 'overall' && metric !== 'reply') return 'similarity';
  if (modelScorers.includes('judge')) return 'judge';
  if (metric === 'reply') return 'similarity';
  // Beside checks, similarity has a weight of its own, which is 0 unless the request says otherwise.
  const { reply, similarity = reply } = weights;
  const isBySimilarity = scenarios.some(({ interactions }) =>
    interactions.some(
      ({ reference_reply: reference, checks = [] }) =>
        reference !== '' && (checks.length === 0 ? reply : similarity) > 0,
    ),
  );
  return isBySimilarity ? 'similarity' : 'checks';
}
