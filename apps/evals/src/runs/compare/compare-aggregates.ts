import type { Comparison } from '@assay/contracts';
import { compareRuns, seededRandom } from '@assay/statistics';
import type { Run } from '../../db/runs/run.ts';
import { round } from '../summary/rounding.ts';
import { compareCosts } from './compare-costs.ts';
import { compareInteractions } from './compare-interactions.ts';
import { compareLabels } from './compare-labels.ts';
import { comparePasses } from './compare-passes.ts';
import { describeRun } from './describe-run.ts';
import { differingFields } from './differing-fields.ts';
import { pairScenarios, type Sides } from './pair-up.ts';
import { toDelta } from './to-delta.ts';
import { toGeneralVerdict, toVerdict } from './to-verdict.ts';

export interface ComparisonOptions {
  /** The metric that decides. */
  readonly metric: string;
  readonly margin: number;
}

export interface ComparedRuns {
  readonly baseline: Run;
  readonly candidate: Run;
  readonly sides: Sides;
}

/** Any will do, as long as it is the same tomorrow. */
const SEED = 1;

/** Two runs beside each other; pure. */
export function compareAggregates(
  { baseline, candidate, sides }: ComparedRuns,
  { metric, margin }: ComparisonOptions,
): Comparison {
  const { matching } = sides;
  const pairs = pairScenarios(sides, metric);
  const found = compareRuns(pairs, { margin, random: seededRandom(SEED) });
  const metrics = [...new Set([...sides.baseline.metrics, ...sides.candidate.metrics])];
  return {
    baseline: describeRun(baseline, sides.baseline, metric),
    candidate: describeRun(candidate, sides.candidate, metric),
    cost: compareCosts({ baseline, candidate, sides }),
    metric,
    margin,
    on_this_suite: found.onThisSuite ? toVerdict(found.onThisSuite) : null,
    in_general: found.inGeneral ? toGeneralVerdict(found.inGeneral) : null,
    sign_flip: found.signFlip ? { ...found.signFlip, p: round(found.signFlip.p) } : null,
    compared: found.compared,
    scenarios: matching.scenarios.map((at, index) => {
      const { id = '', name = '' } = candidate.plan.scenarios[at.candidate] ?? {};
      const pair = pairs[index] ?? { baseline: [], candidate: [] };
      const verdict = found.scenarios[index];
      return {
        scenario_id: id,
        name,
        baseline_no: at.baseline,
        candidate_no: at.candidate,
        ...toDelta([pair]),
        verdict: verdict ? { ...toVerdict(verdict), adjusted_p: round(verdict.adjustedP) } : null,
        same_replies: pair.sameReplies === true,
      };
    }),
    interactions: compareInteractions(sides, candidate.plan),
    unmatched: matching.unmatched,
    metrics: Object.fromEntries(
      metrics.map((key) => [key, toDelta(pairScenarios(sides, key))] as const),
    ),
    passes: comparePasses(sides),
    labels: compareLabels(sides),
    differences: differingFields(baseline.plan, candidate.plan),
    warnings: warningsOf(sides),
  };
}

function warningsOf({ matching, baseline, candidate }: Sides): string[] {
  const { scenarios, interactions } = matching.unmatched;
  const only = scenarios.length + interactions.length;
  const warnings = [
    matching.rewritten > 0 &&
      `${matching.rewritten} interactions have another text, reference, labels or checks in the two runs: what changed there may be the script`,
    only > 0 &&
      `${scenarios.length} scenarios and ${interactions.length} interactions are in one of the runs only and were not compared`,
    baseline.incompleteAttempts + candidate.incompleteAttempts > 0 &&
      'attempts that were not played to their end were not compared',
  ];
  return warnings.filter((warning) => warning !== false);
}
