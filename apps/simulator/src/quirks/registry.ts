import { answerWith, refuse, type Quirk, type QuirkOutcome } from './quirk.ts';
import {
  strictRoles,
  strictTools,
  badToolArgs,
  emptyToolCalls,
  endlessTools,
  parallelTools,
  unknownTool,
} from './message-quirks.ts';
import { toWireAnswer, type Asked } from '../openai-wire.ts';
import { lastUserMessage } from '../models/sim-model.ts';
import { randomFrom } from '../random-from.ts';

const SLOW_MS = 3000;

const good: Quirk = ({ good: answer }) => ({ kind: 'answer', answer });

/** Fails on every first request with a message and answers the second. */
function thenOk(fail: Quirk): Quirk {
  return (call) => (call.repetition % 2 === 1 ? fail(call) : good(call));
}

/** Every misbehaviour of a provider by its name: `quirk/<name>`. */
const quirkModels: Readonly<Record<string, Quirk>> = {
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

const PREFIX = 'quirk/';
const MAX_COUNTED_CALLS = 100_000;

/** Answers a call to `quirk/<name>`; returns `undefined` for other models. */
export function createQuirkModels(seed: string): (call: Asked) => QuirkOutcome | undefined {
  const asked = new Map<string, number>();
  return (call) => {
    const name = call.model.startsWith(PREFIX) ? call.model.slice(PREFIX.length) : '';
    const quirk = Object.hasOwn(quirkModels, name) ? quirkModels[name] : undefined;
    if (quirk === undefined) return undefined;
    if (asked.size > MAX_COUNTED_CALLS) asked.clear();
    const key = JSON.stringify([call.model, call.messages]);
    const repetition = (asked.get(key) ?? 0) + 1;
    asked.set(key, repetition);
    const random = randomFrom(seed, key, repetition);
    const content = `You said: ${lastUserMessage(call)}`;
    return quirk({ ...call, random, repetition, good: toWireAnswer(call, { content }) });
  };
}
