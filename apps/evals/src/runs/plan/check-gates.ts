import { AppError, parseGate, type FieldError, type GateRule } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { RunPlan } from '../../entities/run.ts';
import { findCostlyPatterns, createScenarioFilter } from './scenario-filter.ts';
import {
  CORRECTED_PASS_RATE,
  hasMetric,
  listMetrics,
  listNames,
  PASS_RATE,
} from './list-metrics.ts';

interface RequestedGates {
  readonly gates: readonly string[] | undefined;
  /** True if the request names a baseline in any way. */
  readonly hasBaseline: boolean;
}

const NO_REGRESSION = 'no regression';

/**
 * Returns the gates to decide: a baseline adds `no regression`, unless one of the gates mentions regressions. Throws if
 * a gate can never be decided on a run of this plan, before any model call is paid for.
 */
export function checkGates(
  { gates = [], hasBaseline }: RequestedGates,
  plan: GatedPlan,
): readonly string[] {
  const rules = gates.map(toRule);
  const costly = findCostlyPatterns(rules, plan.scenarios);
  if (costly !== undefined) {
    const errors = [{ pointer: '/gates', detail: costly }];
    throw new AppError('invalid_request', costly, { errors });
  }
  const errors = rules.flatMap((rule, at): FieldError[] => {
    const why = findUndecidable(rule, plan, hasBaseline);
    const detail = `'${gates[at]}' can never be decided: ${why}`;
    return why === undefined ? [] : [{ pointer: `/gates/${at}`, detail }];
  });
  const isAdded =
    hasBaseline &&
    !rules.some(({ kind }) => kind === 'no_regression' || kind === 'allow_regression');
  if (isAdded) errors.push(...findUndecidableBaseline(plan));
  const [first] = errors;
  if (first !== undefined) throw new AppError('invalid_request', first.detail, { errors });
  return isAdded ? [...gates, NO_REGRESSION] : gates;
}

function findUndecidableBaseline(plan: GatedPlan): readonly FieldError[] {
  const why = findUndecidable({ kind: 'no_regression', beyond: undefined }, plan, true);
  if (why === undefined) return [];
  const detail = `a baseline adds the gate '${NO_REGRESSION}', which can never be decided: ${why}; or give the gate 'allow regression'`;
  return [{ pointer: '/attempts', detail }];
}

/** Throws if the baseline has too few attempts for a gate that compares. */
export function checkBaselineAttempts(
  gates: readonly string[],
  { id, plan }: { readonly id: string; readonly plan: Pick<RunPlan, 'attempts' | 'scenarios'> },
): void {
  if (plan.attempts > 1 || plan.scenarios.length >= MIN_GENERAL_SCENARIOS) return;
  const gate = gates.find((each) => isComparison(toRule(each)));
  if (gate === undefined) return;
  const detail =
    `'${gate}' can never be decided: the baseline ${id} has one attempt, which says nothing about its noise; ` +
    `start a run with two attempts or more without a baseline, and compare with that one`;
  throw new AppError('invalid_request', detail, { errors: [{ pointer: '/baseline', detail }] });
}

/** Returns the gates that only concern the run itself. */
export function withoutComparisons(gates: readonly string[]): readonly string[] {
  return gates.filter((gate) => !isComparison(toRule(gate)));
}

function isComparison({ kind }: GateRule): boolean {
  return kind === 'delta' || kind === 'no_regression';
}

/** Parsing cannot fail, because the request schema rejects invalid gates. */
function toRule(gate: string): GateRule {
  const parsed = parseGate(gate);
  if (parsed.state === 'refused') throw new Error(`'${gate}' was accepted: ${parsed.detail}`);
  return parsed.rule;
}

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
const MIN_GENERAL_SCENARIOS = 10;

const NO_PASS_CRITERION =
  'there is no criterion for passing; set pass_threshold, or add checks to interactions';

const CORRECTED_DELTA =
  'corrected pass rates have no gate on their change; compare the runs, which shows it after both were labelled in one mixed queue';

/** Why a gate can never be decided on a run of this plan, and how to fix it; `undefined` if it can be decided. */
function findUndecidable(
  rule: GateRule,
  plan: GatedPlan,
  hasBaseline: boolean,
): string | undefined {
  if (isComparison(rule) && !hasBaseline) {
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
