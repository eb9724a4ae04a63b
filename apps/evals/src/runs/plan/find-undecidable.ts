import type { GateRule } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { RunPlan } from '../../entities/run.ts';
import {
  CORRECTED_PASS_RATE,
  hasMetric,
  listMetrics,
  listNames,
  PASS_RATE,
} from './list-metrics.ts';
import { createScenarioFilter } from './scenario-filter.ts';

/** The parts of a plan that determine which gates are possible. */
export type GatedPlan = Pick<
  RunPlan,
  | 'attempts'
  | 'looks'
  | 'scenarios'
  | 'scorers'
  | 'modelScorers'
  | 'grading'
  | 'weights'
  | 'passThreshold'
>;

/** With one attempt the scenarios are the only sample, and fewer of them are not enough for an interval. */
export const MIN_GENERAL_SCENARIOS = 10;

const NO_PASS_CRITERION =
  'there is no criterion for passing; set pass_threshold, or add checks to interactions';

const CORRECTED_DELTA =
  'corrected pass rates have no gate on their change; compare the runs, which shows it after both were labelled in one mixed queue';

/** Why a gate can never be decided on a run of this plan, and how to fix it; `undefined` if it can be decided. */
export function findUndecidable(
  rule: GateRule,
  plan: GatedPlan,
  hasBaseline: boolean,
): string | undefined {
  const isComparison = rule.kind === 'delta' || rule.kind === 'no_regression';
  if (isComparison && !hasBaseline) {
    return 'it compares with another run; set baseline to latest, pinned, or the id of a run';
  }
  if (rule.kind === 'no_regression') return findTooFew(plan);
  if (rule.kind === 'pass_hat') return findPassHatFault(rule.k, plan);
  return rule.kind === 'score' || rule.kind === 'delta' ? findMetricFault(rule, plan) : undefined;
}

/** Noise is estimated from attempts or, with one attempt, from many scenarios. */
function findTooFew({ attempts, scenarios }: GatedPlan): string | undefined {
  if (attempts > 1 || scenarios.length >= MIN_GENERAL_SCENARIOS) return undefined;
  const suite = formatMany(scenarios.length, 'scenario');
  return `one attempt at ${suite} says nothing about noise; set attempts to 2 or more`;
}

function findPassHatFault(k: number | undefined, plan: GatedPlan): string | undefined {
  if (!hasPassCriterion(plan)) return NO_PASS_CRITERION;
  const attempts = plan.looks?.[0]?.attempts ?? plan.attempts;
  if (k === undefined || k <= attempts) return undefined;
  const has = plan.looks === undefined ? 'the run has' : 'a scenario that stops early has';
  return `pass^${k} needs ${k} attempts, and ${has} ${attempts}; raise attempts, or lower the exponent`;
}

function findMetricFault(
  rule: Extract<GateRule, { kind: 'score' | 'delta' }>,
  plan: GatedPlan,
): string | undefined {
  const scenarios = plan.scenarios.filter(createScenarioFilter(rule.scenarios));
  const included = { ...plan, scenarios };
  if (scenarios.length === 0) {
    return `no scenario matches '${rule.scenarios}'; there are ${listScenarios(plan)}`;
  }
  if (rule.metric === PASS_RATE) {
    return hasPassCriterion(included) ? undefined : NO_PASS_CRITERION;
  }
  if (rule.metric === CORRECTED_PASS_RATE) {
    return rule.kind === 'delta' ? CORRECTED_DELTA : undefined;
  }
  if (!hasMetric(included, rule.metric)) {
    return `no turn is scored by '${rule.metric}'; there are ${listNames([...listMetrics(included), PASS_RATE, CORRECTED_PASS_RATE])}`;
  }
  if (rule.kind === 'delta') return findTooFew(included);
  const isCounted = rule.metric === 'answered';
  return isCounted || scenarios.length > 1 ? undefined : findTooFew(included);
}

const MAX_NAMES = 5;

function listScenarios({ scenarios }: GatedPlan): string {
  const names = scenarios.slice(0, MAX_NAMES).map(({ name }) => `'${name}'`);
  return names.join(', ') + (scenarios.length > MAX_NAMES ? ' and others' : '');
}

function hasPassCriterion({ passThreshold, scenarios }: GatedPlan): boolean {
  return (
    passThreshold !== undefined ||
    scenarios.some(
      ({ interactions, user }) =>
        user !== undefined || interactions.some(({ checks = [] }) => checks.length > 0),
    )
  );
}
