import { formatScore, metricLabel, NONE } from '@fairtrial/format';
import { mean, variance } from '@fairtrial/statistics';
import type { InteractionView, Scores } from '@fairtrial/contracts';

export interface MetadataMatch {
  readonly field: string;
  readonly expected: string;
  readonly given: string;
  readonly match: 'same' | 'differs' | 'missing' | 'extra';
}

type Scored = Pick<InteractionView, 'reference_metadata' | 'generated_metadata' | 'scores'>;

/** The expected metadata fields, then the unexpected ones. */
export function metadataMatches(view: Scored): readonly MetadataMatch[] {
  const { reference_metadata: reference, generated_metadata: generated, scores } = view;
  const expected = Object.keys(reference).map((field): MetadataMatch => ({
    field,
    expected: formatValue(reference[field]),
    given: formatValue(generated[field]),
    match: compareField(Object.hasOwn(generated, field), scores[`metadata.${field}`]),
  }));
  const extra = Object.keys(generated)
    .filter((field) => !Object.hasOwn(reference, field))
    .map((field): MetadataMatch => {
      return { field, expected: '', given: formatValue(generated[field]), match: 'extra' };
    });
  return [...expected, ...extra];
}

function compareField(isGiven: boolean, score: number | null | undefined): MetadataMatch['match'] {
  if (!isGiven) return 'missing';
  return score === 1 ? 'same' : 'differs';
}

function formatValue(value: unknown): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** These metrics come first. */
const FIRST_METRICS = ['overall', 'reply', 'judge', 'metadata', 'key_facts', 'semantic_similarity'];

/** The metrics with labels, in display order. Single metadata fields have their own table. */
export function scoreLabels(scores: Scores): readonly (readonly [metric: string, label: string])[] {
  return Object.keys(scores)
    .filter((metric) => !metric.startsWith('metadata.'))
    .toSorted((a, b) => metricRank(a) - metricRank(b))
    .map((metric) => [metric, toTitle(metric)]);
}

function toTitle(metric: string): string {
  const label = metricLabel(metric);
  return metric === 'chrf' ? label : label.charAt(0).toUpperCase() + label.slice(1);
}

function metricRank(metric: string): number {
  const at = FIRST_METRICS.indexOf(metric);
  return at === -1 ? FIRST_METRICS.length : at;
}

/** Mean and standard deviation of the attempts that have a score. */
export function formatMeanAndSd(scores: readonly (number | null)[]): string {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return NONE;
  const centre = formatScore(mean(known), 2);
  const spread = variance(known);
  return spread === undefined ? centre : `${centre} ± ${formatScore(Math.sqrt(spread), 2)}`;
}

const MAX_TURNS = 40;

/** The range of visible turns around the current one: the first turn, and the turn after the last. */
export function visibleTurns(turns: number, current: number): readonly [number, number] {
  if (turns <= MAX_TURNS) return [0, turns];
  const from = Math.max(0, Math.min(current - MAX_TURNS / 2, turns - MAX_TURNS));
  return [from, from + MAX_TURNS];
}
