import type { Target } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findJsonFault,
  NEW_REQUEST,
  parseOwnRequest,
  toOwnRequest,
  toTarget,
  quotePlaceholder,
} from './own-request.ts';

const TARGET = {
  method: 'PUT',
  path: '/api/chat/{{session}}',
  headers: { 'x-tenant': 'qa', 'x-turn': '{{turn}}' },
  body: { question: '{{user_message}}', settings: { model: '{{model}}', method: 'POST' } },
  reply: '/data/answer',
  metadata: '/data/labels',
  tool_calls: '/data/tools',
  session: { from: '/id', open: { method: 'PUT', path: '/api/conversations', body: {} } },
  stream: 'sse:/delta/text',
} as Target;

test('a target becomes the fields of the form, and the fields become the same target', () => {
  const own = toOwnRequest(TARGET);
  assert.ok(own);
  assert.deepEqual(toTarget(own), TARGET);
  assert.equal(own.stream, '/delta/text');
  assert.deepEqual(own.headers[1], { name: 'x-turn', value: '{{turn}}' });
});

test('a target whose session is in each response has no call that opens it', () => {
  const target = { body: ['{{messages}}'], session: { from: '/id' } } as Target;
  const own = toOwnRequest(target);
  assert.equal(own?.session, 'reply');
  assert.deepEqual(own && toTarget(own), target);
});

test('the default method is left out, and empty fields are absent', () => {
  const own = toOwnRequest({ method: 'POST', body: '{{user_message}}' });
  assert.deepEqual(own && toTarget(own), { body: '{{user_message}}' });
  assert.deepEqual(toTarget(NEW_REQUEST), { body: { messages: '{{messages}}' } });
});

test('a target that the fields cannot show is not taken over', () => {
  assert.equal(toOwnRequest({ bodyy: {}, path: '/x' }), undefined);
  assert.equal(toOwnRequest({ headers: { a: 1 } }), undefined);
  assert.equal(toOwnRequest({ path: 5 }), undefined);
  assert.equal(toOwnRequest({ session: null }), undefined);
  assert.equal(toOwnRequest([]), undefined);
  assert.equal(toOwnRequest(null), undefined);
});

test('a body that is not valid JSON is named with its line, and nothing can be sent', () => {
  const own = { ...NEW_REQUEST, body: '{\n  "message": {{user_message}}\n}' };
  assert.equal(findJsonFault(own), 'The body is not valid JSON: line 2.');
  assert.equal(toTarget(own), undefined);
  const opening = { ...NEW_REQUEST, session: 'open', openBody: '{' } as const;
  assert.equal(findJsonFault(opening), 'The body to open the session is not valid JSON: line 1.');
  assert.equal(findJsonFault({ ...opening, session: 'reply' }), undefined);
});

test('a request with GET has no body, even if one was typed', () => {
  const own = {
    ...NEW_REQUEST,
    method: 'GET',
    path: '/ask?q={{user_message}}',
    body: '{',
  } as const;
  assert.deepEqual(toTarget(own), { method: 'GET', path: '/ask?q={{user_message}}' });
});

test('rows of headers that are empty are not sent; a value without a name is, so that the service names it', () => {
  const row = (name: string, value: string) => ({ name, value });
  const own = { ...NEW_REQUEST, headers: [row(' x-a ', '1'), row('', ''), row('', '2')] };
  assert.deepEqual(toTarget(own)?.headers, { 'x-a': '1', '': '2' });
});

test('a draft is restored; an unknown draft is the new request', () => {
  const own = { ...NEW_REQUEST, isUsed: true, path: '/x', headers: [{ name: 'a', value: 'b' }] };
  assert.deepEqual(parseOwnRequest(JSON.stringify(own)), own);
  assert.deepEqual(parseOwnRequest(''), NEW_REQUEST);
  assert.deepEqual(parseOwnRequest('{"path": 5, "headers": {}}'), NEW_REQUEST);
});

test('a placeholder gets quotes where a value is expected, and none inside a string', () => {
  assert.equal(quotePlaceholder('{{model}}', '{"a": '), '"{{model}}"');
  assert.equal(quotePlaceholder('{{model}}', '{"a": "x '), '{{model}}');
  assert.equal(quotePlaceholder('{{model}}', String.raw`{"a": "say \"`), '{{model}}');
  assert.equal(quotePlaceholder('{{model}}', String.raw`{"a": "\\", "b": `), '"{{model}}"');
});
