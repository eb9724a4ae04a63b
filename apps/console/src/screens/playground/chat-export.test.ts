import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { beginReply } from './chat-entry.ts';
import { toCurl, toScenario } from './chat-export.ts';

test('toCurl quotes any message so that the shell passes it on unchanged', () => {
  const content = `it's "$(touch x)" \`id\` \\ $HOME\n'; rm -rf / #`;
  const model = `a/b'; echo no`;
  const command = toCurl({
    url: 'http://127.0.0.1:8000/',
    model,
    messages: [{ type: 'human', content, name: undefined }],
    hasKey: true,
  });
  // Replaces curl with a function that prints its arguments.
  const script = `curl() { printf '%s\\0' "$@"; }; FAIRTRIAL_API_KEY=k\n${command}`;
  const said = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  assert.deepEqual(said, [
    '-N',
    'http://127.0.0.1:8000/?stream=true',
    '-H',
    'authorization: Bearer k',
    '-H',
    `x-model-id: ${model}`,
    '-H',
    'content-type: application/json',
    '-d',
    JSON.stringify({ messages: [{ type: 'human', content }] }),
  ]);
});

test('toCurl never contains the API key', () => {
  const messages = [{ type: 'human' as const, content: 'Hi', name: undefined }];
  const command = toCurl({ url: 'http://a', model: 'a/b', messages, hasKey: false });
  assert.doesNotMatch(command, /authorization/);
});

test('toScenario turns a conversation into a scenario with its replies as references', () => {
  const reply = { ...beginReply('m'), text: 'Hello', state: 'done' as const };
  const scenario = toScenario('greeting', [
    { from: 'user', text: 'Hi' },
    reply,
    { from: 'user', text: 'Still there?' },
    { ...reply, state: 'failed' },
    { from: 'user', text: 'Bye' },
  ]);
  assert.deepEqual(scenario, {
    name: 'greeting',
    interactions: [
      { user_message: 'Hi', reference_reply: 'Hello' },
      { user_message: 'Still there?', reference_reply: '' },
      { user_message: 'Bye', reference_reply: '' },
    ],
  });
});
