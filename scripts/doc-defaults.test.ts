/** Hand-written documents must state the same defaults, limits, scopes and protocols as the code. */
import { DEFAULT_MARGIN, MIN_COVERAGE, Protocol, Scope } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import GITLEAKS from '../packages/redaction/src/gitleaks/formats.json' with { type: 'json' };

const COVERAGE = `${MIN_COVERAGE * 100} %`;

const PROTOCOLS = ['auto', ...Protocol.options].map((name) => `\`${name}\``).join(', ');

/** Returns a number that a source file assigns, such as `const NAME = 10_000;` or `name: 32 * 1024 * 1024,`. */
function numberIn(file: string, name: string): number {
  const [, factors = ''] =
    new RegExp(String.raw`\b${name}(?: =|:) ([\d_ *]+)[;,\s}]`).exec(readFileSync(file, 'utf8')) ??
    [];
  assert.ok(factors !== '', `${file} assigns no number to ${name}`);
  return factors
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1);
}

const count = (file: string, name: string): string => numberIn(file, name).toLocaleString('en');
const mebi = (file: string, name: string): number => numberIn(file, name) / 1024 / 1024;

const REQUEST = 'packages/contracts/src/shared/input-limits.ts';
const SPANS = 'apps/evals/src/traces/otlp-span.ts';
const CONVERSATIONS = 'apps/evals/src/db/traces/spans.ts';
const IMPORTS = 'packages/imports/src/import-error.ts';
const IMPORT_ROUTE = 'apps/evals/src/http/import.ts';

const SENTENCES: readonly (readonly [document: string, sentence: string])[] = [
  ['docs/reference/scores.md', `within ± ${DEFAULT_MARGIN} (the \`margin\`)`],
  ['docs/reference/api.md', `with a margin of ${DEFAULT_MARGIN}`],
  ['docs/guides/compare-models.md', `smaller than the margin (${DEFAULT_MARGIN})`],
  ['docs/glossary.md', `"margin": ${DEFAULT_MARGIN}`],
  ['docs/reference/api.md', `answers to less than ${COVERAGE} of its requests`],
  ['docs/reference/api.md', `scored less than ${COVERAGE} of its turns`],
  ['docs/reference/api.md', `played less than ${COVERAGE} of them`],
  ['docs/reference/scores.md', `Below a coverage of ${COVERAGE}`],
  ['docs/guides/traces.md', `${GITLEAKS.used} of ${GITLEAKS.rules} rules of [gitleaks]`],
  ['docs/reference/batch.md', PROTOCOLS],
  ['docs/reference/api.md', PROTOCOLS],
  ['docs/glossary.md', Scope.options.map((name) => `\`${name}\``).join(', ')],
  ['.env.example', `Scopes (default: all): ${Scope.options.join(', ')}.`],
  [
    'docs/guides/datasets.md',
    `${mebi(REQUEST, 'body_bytes')} MiB, ${count(REQUEST, 'list_items')} scenarios or ${count(REQUEST, 'values')} values`,
  ],
  [
    'docs/guides/traces.md',
    `send ${numberIn('apps/evals/src/http/traces.ts', 'REQUESTS_AT_ONCE')} requests at a time`,
  ],
  [
    'docs/guides/traces.md',
    `and ${count(SPANS, 'spans')} spans. A span has at most ${count(SPANS, 'attributes')} attributes and ${count(SPANS, 'events')} events`,
  ],
  [
    'docs/guides/traces.md',
    `cut after ${count('apps/evals/src/traces/read-messages.ts', 'MAX_TEXT_CHARS')} characters`,
  ],
  [
    'docs/guides/traces.md',
    `${count(CONVERSATIONS, 'spans')} spans with ${mebi(CONVERSATIONS, 'bytes')} MiB, and shows its first ${count('apps/evals/src/traces/timeline.ts', 'MAX_MESSAGES')} messages`,
  ],
  ['docs/guides/imports.md', `| ${count(IMPORTS, 'cells')} in the file;`],
  ['docs/guides/imports.md', `| ${count(IMPORTS, 'rows')}; ${count(IMPORTS, 'columns')} `],
  ['docs/guides/imports.md', `| ${count(IMPORTS, 'yaml')} `],
  [
    'docs/guides/imports.md',
    `| ${count(IMPORTS, 'scenarios')}, with ${count(IMPORTS, 'values')} values`,
  ],
  [
    'docs/guides/imports.md',
    `${numberIn(IMPORT_ROUTE, 'MAX_MS') / 1000} seconds (\`took_too_long\`), ${numberIn(IMPORT_ROUTE, 'MAX_MEMORY_MB')} MB`,
  ],
];

for (const [document, sentence] of SENTENCES) {
  test(`${document} says "${sentence}"`, () => {
    assert.ok(readFileSync(document, 'utf8').includes(sentence));
  });
}
