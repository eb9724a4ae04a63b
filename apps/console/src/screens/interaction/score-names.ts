import type { Scores } from '@assay/contracts';

/** What counts first; single annotations have a table of their own. */
const FIRST = ['overall', 'reply', 'judge', 'metadata', 'key_facts', 'semantic_similarity'];

/** The scores that are shown, in order, by a name people read. */
export function scoreNames(scores: Scores): readonly (readonly [metric: string, name: string])[] {
  return Object.keys(scores)
    .filter((metric) => !metric.startsWith('metadata.'))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((metric) => [metric, nameOf(metric)]);
}

const NAMES: Readonly<Record<string, string>> = {
  token_f1: 'Token F1',
  rouge_l: 'ROUGE-L',
  chrf: 'chrF',
};

function nameOf(metric: string): string {
  const known = NAMES[metric];
  if (known !== undefined) return known;
  const words = metric.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function rankOf(metric: string): number {
  const at = FIRST.indexOf(metric);
  return at === -1 ? FIRST.length : at;
}
