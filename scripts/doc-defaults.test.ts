/** Hand-written documents must state the same defaults, scopes and protocols as the code. */
import { DEFAULT_MARGIN, MIN_COVERAGE, Protocol, Scope } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import GITLEAKS from '../packages/redaction/src/gitleaks/formats.json' with { type: 'json' };

const COVERAGE = `${MIN_COVERAGE * 100} %`;

const PROTOCOLS = ['auto', ...Protocol.options].map((name) => `\`${name}\``).join(', ');

const SENTENCES: readonly (readonly [document: string, sentence: string])[] = [
  ['docs/reference/scores.md', `within ± ${DEFAULT_MARGIN} (the \`margin\`)`],
  ['docs/reference/api.md', `[&margin=${DEFAULT_MARGIN}]`],
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
];

for (const [document, sentence] of SENTENCES) {
  test(`${document} says "${sentence}"`, () => {
    assert.ok(readFileSync(document, 'utf8').includes(sentence));
  });
}
