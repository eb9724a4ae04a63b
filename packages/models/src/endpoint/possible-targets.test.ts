import assert from 'node:assert/strict';
import { test } from 'node:test';
import { possibleTargets } from './possible-targets.ts';

function targets(endpoint: string, protocol: Parameters<typeof possibleTargets>[1]): string[] {
  return possibleTargets(endpoint, protocol).map(({ name, url }) => `${name} ${url}`);
}

test('auto derives the targets from the path of the URL', () => {
  assert.deepEqual(targets('http://h/v1/chat/completions?x=1', 'auto'), [
    'openai http://h/v1/chat/completions?x=1',
  ]);
  assert.deepEqual(targets('http://h/v1/', 'auto'), ['openai http://h/v1/chat/completions']);
  assert.deepEqual(targets('http://h/', 'auto'), [
    'agent http://h/',
    'openai http://h/v1/chat/completions',
    'openai http://h/chat/completions',
  ]);
  assert.deepEqual(targets('http://h/bot', 'auto')[1], 'openai http://h/bot/v1/chat/completions');
});

test('an explicit protocol has exactly one target', () => {
  assert.deepEqual(targets('http://h/bot', 'agent'), ['agent http://h/bot']);
  assert.deepEqual(targets('http://h/bot', 'prompt'), ['prompt http://h/bot']);
  assert.deepEqual(targets('http://h/bot', 'openai'), ['openai http://h/bot/chat/completions']);
});

test('the responses protocol is chosen by a path that ends in /responses, or by its name', () => {
  assert.deepEqual(targets('http://h/v1/responses?x=1', 'auto'), [
    'responses http://h/v1/responses?x=1',
  ]);
  assert.deepEqual(targets('http://h/v1/responses/', 'responses'), [
    'responses http://h/v1/responses/',
  ]);
  assert.deepEqual(targets('http://h/v1', 'responses'), ['responses http://h/v1/responses']);
  assert.deepEqual(targets('http://h/v1/responses', 'agent'), ['agent http://h/v1/responses']);
});

test('an invalid URL is kept unchanged', () => {
  assert.equal(targets('not-a-url', 'auto')[0], 'agent not-a-url');
});
