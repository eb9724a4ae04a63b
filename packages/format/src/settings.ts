import type { ChangedPart, ChangedScenario, Comparison } from '@fairtrial/contracts';
import { formatCount, formatMany } from './numbers.ts';

type Difference = Comparison['differences'][number];

/** Strings as they are, other values as JSON. */
export function formatSetting(value: unknown): string {
  if (value === null || value === undefined) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Splits differing objects into the fields that differ, such as `parameters.temperature`. */
export function listChangedSettings(differences: readonly Difference[]): readonly Difference[] {
  return differences.flatMap(({ field, baseline, candidate }) => {
    const [old, now] = [fieldsOf(baseline), fieldsOf(candidate)];
    if (old === undefined || now === undefined) return [{ field, baseline, candidate }];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])]
      .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
      .map((key) => ({
        field: `${field}.${key}`,
        baseline: old[key] ?? null,
        candidate: now[key] ?? null,
      }));
  });
}

/** `undefined` if the value is neither an object nor absent. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return undefined;
  return { ...value };
}

const PART_WORDS: Readonly<Record<ChangedPart, string>> = {
  messages: 'user messages',
  references: 'references',
  labels: 'expected labels',
  checks: 'checks',
  user: 'simulated user',
};

/** `user messages, checks` */
export function formatChangedParts(parts: Iterable<ChangedPart>): string {
  const found = new Set(parts);
  const all = Object.keys(PART_WORDS) as ChangedPart[];
  return all
    .filter((part) => found.has(part))
    .map((part) => PART_WORDS[part])
    .join(', ');
}

/** `refund (user messages), greet (checks), and 3 more` */
export function listChangedScenarios(
  changed: readonly Pick<ChangedScenario, 'name' | 'parts'>[],
  limit: number,
): string {
  const shown = changed.slice(0, limit);
  const names = shown.map(({ name, parts }) => `${name} (${formatChangedParts(parts)})`);
  const hidden = changed.length - shown.length;
  return [...names, ...(hidden > 0 ? [`and ${formatCount(hidden)} more`] : [])].join(', ');
}

/** `2 changed scenarios were not compared (user messages, checks)`; empty if none changed. */
export function formatChangedScenarios(
  changed: readonly Pick<ChangedScenario, 'parts'>[] = [],
): string {
  if (changed.length === 0) return '';
  const were = changed.length === 1 ? 'was' : 'were';
  const parts = formatChangedParts(changed.flatMap((scenario) => scenario.parts));
  return `${formatMany(changed.length, 'changed scenario')} ${were} not compared (${parts})`;
}
