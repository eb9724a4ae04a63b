import { serializeScenario, TestBatch } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { identifyScenarios } from './identify-scenarios.ts';

function file(name: string, ...scenarios: readonly object[]) {
  const turns = { interactions: [{ user_message: 'Hello' }] };
  const parsed = scenarios.map((one) => TestBatch.parse({ ...turns, ...one }));
  return { file: name, name, scenarios: parsed, rest: {} };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('identifyScenarios', () => {
  it('the content hash of a scenario is the SHA-256 of its serialized content with its id', () => {
    const batch = file('a.json', { id: 'greeting', mine: { b: 1, a: 'ü' } });
    const [found] = identifyScenarios([batch]);
    assert.equal(found?.hash, sha256(serializeScenario(batch.scenarios[0] ?? assert.fail())));
    assert.equal(found?.name, 'greeting');
  });

  it('a scenario without an id gets one from its content, whatever the order of its keys', () => {
    const [one] = identifyScenarios([file('a.json', { name: 'x', mine: { a: 1, b: 2 } })]);
    const [two] = identifyScenarios([file('b.json', { mine: { b: 2, a: 1 }, name: 'x' })]);
    const text = '{"interactions":[{"user_message":"Hello"}],"mine":{"a":1,"b":2},"name":"x"}';
    assert.equal(one?.id, `s-${sha256(text).slice(0, 12)}`);
    assert.deepEqual(two, one);
    const [other] = identifyScenarios([file('a.json', { name: 'y' })]);
    assert.notEqual(other?.id, one?.id);
  });

  it('two scenarios with one id are refused, and their files are named', () => {
    assert.throws(
      () => identifyScenarios([file('a.json', { id: 'x' }), file('b.json', { id: 'x' })]),
      {
        exitCode: 2,
        message:
          'a.json and b.json: two scenarios have the id x: give each its own id, or remove one',
      },
    );
    assert.throws(
      () => identifyScenarios([file('a.json', {}, {})]),
      /^CliError: a\.json: two scenarios/,
    );
  });
});
