import { AppError, parseGate, type FieldError, type GateRule } from '@fairtrial/contracts';
import type { RunPlan } from '../../entities/run.ts';
import { findCostlyPatterns } from './scenario-filter.ts';
import { findUndecidable, MIN_GENERAL_SCENARIOS, type GatedPlan } from './find-undecidable.ts';

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
