import type { ScorerName } from '@assay/contracts';
import type { RunPlan } from '../../db/runs/run.ts';

const TEXT_SCORERS = [
  'exact_match',
  'token_f1',
  'rouge_l',
  'levenshtein',
  'chrf',
  'key_facts',
  'consistency',
  'reply',
] as const satisfies readonly ScorerName[];
const MODEL_SCORERS = ['semantic_similarity', 'judge'] as const satisfies readonly ScorerName[];

type MetricsPlan = Pick<RunPlan, 'scenarios' | 'scorers' | 'modelScorers' | 'weights'>;

/** The metrics that a run of this plan can have, by its scorers and by what its interactions expect. */
export function listMetrics(plan: MetricsPlan): ReadonlySet<string> {
  const { scorers, modelScorers, weights } = plan;
  const interactions = plan.scenarios.flatMap((scenario) => scenario.interactions);
  const hasReferences = interactions.some((each) => each.reference_reply !== '');
  const fields = new Set(interactions.flatMap((each) => Object.keys(each.reference_metadata)));
  const checks = interactions.flatMap((each) => each.checks ?? []);
  const checkIds = new Set(checks.flatMap(({ id }) => id ?? []));
  const hasOverall =
    hasReferences || fields.size > 0 || (checks.length > 0 && (weights.checks ?? 0) > 0);
  const applicable: readonly (readonly [ScorerName, readonly string[]])[] = [
    ...TEXT_SCORERS.map((name) => [name, hasReferences ? [name] : []] as const),
    ...MODEL_SCORERS.map((name) => [name, modelScorers.includes(name) ? [name] : []] as const),
    ['metadata', fields.size === 0 ? [] : ['metadata', ...prefix('metadata', fields)]],
    ['checks', checks.length === 0 ? [] : ['checks', ...prefix('checks', checkIds)]],
    ['overall', hasOverall ? ['overall'] : []],
    ['answered', ['answered']],
  ];
  const isWanted = (name: ScorerName): boolean => scorers?.includes(name) ?? true;
  return new Set(applicable.flatMap(([name, metrics]) => (isWanted(name) ? metrics : [])));
}

function prefix(metric: string, names: Iterable<string>): readonly string[] {
  return [...names].map((name) => `${metric}.${name}`);
}
