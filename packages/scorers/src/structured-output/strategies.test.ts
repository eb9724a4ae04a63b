import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseObject } from './strategies.ts';

it('parseObject rejects an answer that is nested too deep', () => {
  const deep = `{"a":${'['.repeat(4000)}${']'.repeat(4000)}}`;
  for (const text of [deep, `\`\`\`json\n${deep}\n\`\`\``])
    assert.equal(parseObject(text), undefined);
});

it('parseObject only accepts an answer that is one object as a whole', () => {
  const object = { a: 1 };
  for (const text of ['{"a":1}', ' \n{ "a": 1 }\n', '```json\n{"a":1}\n```', '```\n{"a":1}\n```']) {
    assert.deepEqual(parseObject(text), object, text);
  }
  for (const text of [
    '',
    'null',
    '[]',
    '[{"a":1}]',
    '"{}"',
    'C',
    '{"a":1} {"a":2}',
    '{"a":1}\n{"a":2}',
    'Here it is: {"a":1}',
    '{"a":1} I hope this helps.',
    '```json\n{"a":1}\n```\n```json\n{"a":2}\n```',
    'Sure:\n```json\n{"a":1}\n```',
    '{"a":1',
  ]) {
    assert.equal(parseObject(text), undefined, text);
  }
});
