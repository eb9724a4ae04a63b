import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTarget } from './describe-target.ts';

test('describeTarget names the request, its response and its session', () => {
  const target = {
    path: '/chat',
    headers: { 'x-a': '1', 'x-b': '2' },
    body: { q: '{{user_message}}' },
    reply: '/answer',
    session: { from: '/id', open: { path: '/open', body: {} } },
    stream: 'sse:/delta',
  };
  assert.deepEqual(describeTarget(target), [
    ['request', 'POST /chat'],
    ['headers', 'x-a: 1\nx-b: 2'],
    ['body', '{\n  "q": "{{user_message}}"\n}'],
    ['reply', '/answer'],
    ['text of each event', '/delta'],
    ['session', '/id of the response to POST /open {}'],
  ]);
});

test('describeTarget has no request if the target only says where the reply is', () => {
  const target = { reply: '/answer', session: { from: '/id' } };
  assert.deepEqual(describeTarget(target), [
    ['reply', '/answer'],
    ['session', '/id of each response'],
  ]);
});
