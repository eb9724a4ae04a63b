import type { ImportFormat } from '@fairtrial/contracts';
import { hasFields, type Fields } from './item-values.ts';
import type { Content } from './source-file.ts';

/** Fields that only one format has, in the order in which they are looked for. */
const MARKS: readonly (readonly [ImportFormat, (item: Fields) => boolean])[] = [
  ['fairtrial', (item) => 'test_batch' in item || 'interactions' in item || hasGoal(item['user'])],
  [
    'openai-evals',
    (item) => 'testing_criteria' in item || 'ideal' in item || hasFields(item['item']),
  ],
  [
    'promptfoo',
    (item) => ['tests', 'vars', 'assert', 'prompts', 'defaultTest'].some((key) => key in item),
  ],
  ['langsmith', (item) => 'inputs' in item],
  [
    'langfuse',
    (item) =>
      'input' in item &&
      [
        'expectedOutput',
        'datasetId',
        'datasetName',
        'sourceTraceId',
        'source_trace_id',
        'dataset_id',
      ].some((key) => key in item),
  ],
  ['openai-evals', (item) => Array.isArray(item['input'])],
];

/** A scenario with a simulated user needs no interactions. */
function hasGoal(user: unknown): boolean {
  return hasFields(user) && 'goal' in user;
}

/** Detects the format by fields or columns that only one format has; `undefined` if there is none. */
export function detectFormat(content: Content): ImportFormat | undefined {
  if (content.kind === 'table') return detectTable(content.table.names);
  const items =
    content.kind === 'lines'
      ? content.entries.slice(0, 1).map(({ value }) => value)
      : firstItems(content.value);
  for (const item of items) {
    if (!hasFields(item)) continue;
    const found = MARKS.find(([, has]) => has(item));
    if (found !== undefined) return found[0];
  }
  return items.some(hasFields) && (content.kind === 'lines' || Array.isArray(content.value))
    ? 'jsonl'
    : undefined;
}

/** The document itself, and the first item of a list in it. */
function firstItems(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, 1);
  if (!hasFields(value)) return [];
  const lists = Object.values(value).filter((one) => Array.isArray(one));
  return [value, ...lists.flatMap((list: readonly unknown[]) => list.slice(0, 1))];
}

function detectTable(names: readonly string[]): ImportFormat {
  if (names.some((name) => /^__(?:expected|description)/.test(name))) return 'promptfoo';
  const fields = Object.fromEntries(names.map((name) => [name.split('.', 1)[0] ?? name, '']));
  const found = MARKS.find(
    ([format, has]) => (format === 'langfuse' || format === 'langsmith') && has(fields),
  );
  return found?.[0] ?? 'csv';
}
