import { answerWith, refuse, type Quirk } from './quirk.ts';
import { strictRoles, strictTools } from './strict-messages.ts';
import {
  badToolArgs,
  emptyToolCalls,
  endlessTools,
  parallelTools,
  unknownTool,
} from './tool-calls.ts';

const SLOW_MS = 3000;

const good: Quirk = ({ good: answer }) => ({ kind: 'answer', answer });

/** Fails on every first request with a message and answers the second. */
function thenOk(fail: Quirk): Quirk {
  return (call) => (call.repetition % 2 === 1 ? fail(call) : good(call));
}

/** Every misbehaviour of a provider by its name: `quirk/<name>`. */
export const quirkModels: Readonly<Record<string, Quirk>> = {
  'no-usage': ({ good: answer }) => ({ kind: 'answer', answer: { ...answer, usage: undefined } }),
  'minimal-body': ({ good: { message } }) => ({
    kind: 'body',
    type: 'application/json',
    body: { choices: [{ message: { content: message['content'] } }] },
    chunks: [{ choices: [{ delta: { content: message['content'] } }] }],
  }),
  'null-content': (call) => answerWith(call, { content: null }),
  'content-parts': (call) =>
    answerWith(call, { content: [{ type: 'text', text: call.good.message['content'] }] }),
  'reasoning-content': (call) =>
    answerWith(call, { reasoning_content: 'The user says something; I shall repeat it.' }),
  'no-tools-400': (call) =>
    call.tools.length === 0 ? good(call) : refuse(400, 'this model does not support tools'),
  'bad-tool-args': badToolArgs,
  'unknown-tool': unknownTool,
  'parallel-tools': parallelTools,
  'endless-tools': endlessTools,
  'empty-tool-calls': emptyToolCalls,
  'empty-choices': () => ({
    kind: 'body',
    type: 'application/json',
    body: { id: 'chatcmpl-none', object: 'chat.completion', choices: [] },
    chunks: [{ id: 'chatcmpl-none', object: 'chat.completion.chunk', choices: [] }],
  }),
  envelope: ({ good: { message } }) => ({
    kind: 'body',
    type: 'application/json',
    body: { status: 'ok', message: 'success', data: { answer: { body: message['content'] } } },
  }),
  'html-200': () => ({
    kind: 'body',
    type: 'text/html',
    body: '<!doctype html><html><body>Please sign in</body></html>',
  }),
  'strict-tools': strictTools,
  'strict-roles': strictRoles,
  '429-then-ok': thenOk(() => refuse(429, 'slow down', { 'retry-after': '1' })),
  '500-then-ok': thenOk(() => refuse(500, 'something broke')),
  'slow-first-token': ({ good: answer }) => ({ kind: 'answer', answer, delayMs: SLOW_MS }),
  'stream-cut': ({ good: answer }) => ({ kind: 'cut', answer }),
  'stream-without-usage': ({ good: answer }) => ({
    kind: 'answer',
    answer: { ...answer, usage: undefined },
  }),
  'status-401': () => refuse(401, 'the key is not known'),
  'status-404': () => refuse(404, 'the model does not exist'),
};
