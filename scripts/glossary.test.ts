/** The documents must explain every enum value and every field of the API. */
import {
  CHECK_TYPES,
  EvaluationRequest,
  Interaction,
  Protocol,
  Scope,
  ScorerName,
  TestBatch,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listAnchors } from '../tests/support/data/read-markdown.ts';

const glossary = readFileSync('docs/glossary.md', 'utf8');

/** Enums that docs/reference/api.md explains: problem codes, sort orders, roles of chat messages and query flags. */
const EXPLAINED_IN_REFERENCE = /problem.*code|Problem|sort|role|parameters|AgentMessage/i;

test('the glossary explains every value of an enum in the API', () => {
  const missing = ['evals', 'agent'].flatMap((service) => {
    const document: unknown = JSON.parse(readFileSync(`docs/openapi/${service}.json`, 'utf8'));
    return enumValuesIn(document, service)
      .filter(({ path }) => !EXPLAINED_IN_REFERENCE.test(path))
      .filter(({ value }) => !glossary.includes(`\`${value}\``))
      .map(({ path, value }) => `${value} (${path})`);
  });
  assert.deepEqual([...new Set(missing)], []);
});

test('the glossary and the reference explain every type of check', () => {
  const reference = readFileSync('docs/reference/api.md', 'utf8');
  assert.deepEqual(
    CHECK_TYPES.filter(
      (type) => ![glossary, reference].every((text) => text.includes(`\`${type}\``)),
    ),
    [],
  );
});

test('docs/reference/scores.md has a section for every scorer', () => {
  const anchors = listAnchors(readFileSync('docs/reference/scores.md', 'utf8'));
  assert.deepEqual(
    ScorerName.options.filter((name) => !anchors.has(name)),
    [],
  );
});

/** The names in the first column of the first table after `title`. */
function rowsAfter(title: string, document: string): readonly string[] {
  const text = readFileSync(document, 'utf8');
  const [table = ''] = /(?:^\|.*\n)+/m.exec(text.slice(text.indexOf(`\n${title}\n`))) ?? [];
  return [...table.matchAll(/^\| `(\w+)/gm)].map(([, name = '']) => name);
}

const SET_BY_THE_SERVICE = new Set(['agent_reply', 'generated_metadata']);

for (const [document, title, names] of [
  ['docs/reference/batch.md', '## Fields of the request', Object.keys(EvaluationRequest.shape)],
  ['docs/reference/batch.md', '## Fields of a scenario', Object.keys(TestBatch.shape)],
  ['docs/reference/batch.md', '## Fields of an interaction', Object.keys(Interaction.shape)],
  ['docs/reference/api.md', 'Fields of the request:', Object.keys(EvaluationRequest.shape)],
  ['docs/reference/api.md', 'Fields of an interaction:', Object.keys(Interaction.shape)],
  ['docs/reference/api.md', '### Endpoint and protocol', ['auto', ...Protocol.options]],
  ['docs/reference/api.md', '## API keys', Scope.options],
] as const) {
  test(`${document} has a row for every name of "${title}", and no other`, () => {
    const expected = names.filter((name) => !SET_BY_THE_SERVICE.has(name));
    assert.deepEqual(rowsAfter(title, document).toSorted(), expected.toSorted());
  });
}

interface EnumValue {
  readonly path: string;
  readonly value: string;
}

function enumValuesIn(node: unknown, path: string): readonly EnumValue[] {
  if (typeof node !== 'object' || node === null) return [];
  const values = 'enum' in node && Array.isArray(node.enum) ? node.enum : [];
  return [
    ...values
      .filter((value): value is string => typeof value === 'string')
      .map((value) => ({ path, value })),
    ...Object.entries(node).flatMap(([key, child]) => enumValuesIn(child, `${path}/${key}`)),
  ];
}
