import type { AgentStreamEvent } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addEvent, beginReply, toMessages, type ChatEntry } from './chat-entry.ts';

const STREAM = [
  { status: 'thinking' },
  { content: 'Let me ' },
  { tool_call: { id: 'c1', name: 'web_search', arguments: '{"query":"x"}' } },
  { tool_result: { id: 'c1', name: 'web_search', content: 'found', failed: false } },
  { content: 'see.' },
] as const satisfies readonly AgentStreamEvent[];

test('addEvent accumulates a stream into a reply with its tool calls', () => {
  const reply = STREAM.reduce(addEvent, beginReply('a/b'));
  assert.equal(reply.text, 'Let me see.');
  assert.equal(reply.state, 'writing');
  assert.deepEqual(reply.tools, [
    { id: 'c1', name: 'web_search', arguments: '{"query":"x"}', result: 'found', failed: false },
  ]);
  const message = { content: 'It is so.', usage_metadata: { total_tokens: 12 } } as never;
  const done = addEvent(reply, { message });
  assert.deepEqual([done.text, done.state, done.tokens], ['It is so.', 'done', 12]);
});

test('toMessages omits failed replies and keeps stopped replies as far as they were received', () => {
  const reply = { ...beginReply('m'), text: 'Half a' };
  const entries: readonly ChatEntry[] = [
    { from: 'user', text: 'One' },
    { ...reply, state: 'stopped' },
    { from: 'user', text: 'Two' },
    { ...reply, state: 'failed', error: 'not reachable' },
  ];
  assert.deepEqual(
    toMessages(entries).map(({ type, content }) => [type, content]),
    [
      ['human', 'One'],
      ['ai', 'Half a'],
      ['human', 'Two'],
    ],
  );
});
