import { listOwnWeights, type Check } from '@fairtrial/contracts';
import { scorers as builtIn } from '@fairtrial/scorers';
import {
  hasSimulatedUser,
  listOwnScorers,
  type PlannedInteraction,
  type RunPlan,
} from '../../entities/run.ts';

/** Metric of a conversation: 1 if the simulated user reached its goal, else 0. */
export const GOAL_REACHED = 'goal_reached';

/** Metric of an attempt: 1 if it passed, else 0. */
export const PASS_RATE = 'pass_rate';

/** The pass rate by people. */
export const CORRECTED_PASS_RATE = 'pass_rate.corrected';

type MetricsPlan = Pick<RunPlan, 'scenarios' | 'scorers' | 'modelScorers' | 'grading' | 'weights'>;

/** The metrics that a run of this plan can have, by its scorers and by the labels and checks of its interactions. */
export function listMetrics(plan: MetricsPlan): ReadonlySet<string> {
  const scorers = listScorers(plan);
  const metrics = new Set(scorers);
  for (const { reference_metadata: fields } of listInteractions(plan)) {
    if (scorers.has('metadata')) for (const key in fields) metrics.add(`metadata.${key}`);
  }
  if (!scorers.has('checks')) return metrics;
  for (const { id } of listChecks(plan)) if (id !== undefined) metrics.add(`checks.${id}`);
  return metrics;
}

/**
 * True if a run of this plan can have the metric. Does not build the list, because a run can have many metrics and many
 * gates.
 */
export function hasMetric(plan: MetricsPlan, metric: string): boolean {
  const [name = '', ...rest] = metric.split('.');
  const scorers = listScorers(plan);
  if (rest.length === 0 || !scorers.has(name)) return scorers.has(metric);
  const key = rest.join('.');
  return name === 'metadata'
    ? listInteractions(plan).some(({ reference_metadata: fields }) => Object.hasOwn(fields, key))
    : listChecks(plan).some(({ id }) => id === key);
}

/** The scorers that a run of this plan has scores for. */
function listScorers(plan: MetricsPlan): ReadonlySet<string> {
  const { scorers, modelScorers, weights } = plan;
  const interactions = listInteractions(plan);
  const hasReferences = interactions.some((each) => each.reference_reply !== '');
  const hasFields = interactions.some((each) => Object.keys(each.reference_metadata).length > 0);
  const hasChecks = listChecks(plan).length > 0;
  const hasUsers = hasSimulatedUser(plan);
  const hasOwn = listOwnWeights(weights).some(([, weight]) => weight > 0);
  const hasOverall =
    hasReferences || hasFields || hasOwn || hasUsers || (hasChecks && (weights.checks ?? 0) > 0);
  const has = { reference_reply: hasReferences, reference_metadata: hasFields, checks: hasChecks };
  const applies = ({ name, asksModel, expects }: (typeof builtIn)[number]): boolean => {
    if (asksModel) return modelScorers.includes(name);
    if (name === 'overall') return hasOverall;
    return expects === undefined || has[expects];
  };
  const applicable = [...builtIn.filter(applies).map(({ name }) => name), ...listOwnScorers(plan)];
  const shown = applicable.filter((name) => scorers?.includes(name) ?? true);
  return new Set([...shown, ...(hasUsers ? [GOAL_REACHED] : [])]);
}

function listInteractions({ scenarios }: MetricsPlan): readonly PlannedInteraction[] {
  return scenarios.flatMap(({ interactions }) => interactions);
}

/** The checks of all interactions and conversations. */
function listChecks({ scenarios }: MetricsPlan): readonly Check[] {
  return scenarios.flatMap(({ checks = [], interactions }) => [
    ...checks,
    ...interactions.flatMap((interaction) => interaction.checks ?? []),
  ]);
}

const MAX_NAMES = 50;

/** Names of metrics for a sentence, truncated: a run can have a metric for each of its labels and checks. */
export function listNames(names: readonly string[]): string {
  const sorted = names.toSorted();
  const others = sorted.length - MAX_NAMES;
  return sorted.slice(0, MAX_NAMES).join(', ') + (others > 0 ? ` and ${others} others` : '');
}
