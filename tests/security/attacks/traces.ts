import { gzipSync } from 'node:zlib';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import type { Environment } from '../runner/open-environment.ts';
import { keyOf } from '../runner/secrets.ts';

/** The largest body that is read. */
const MOST = 16 * 1024 * 1024 - 1024;
const ALLOWED = new Set([200, 400, 413, 415, 422]);

type Bytes = Uint8Array;
interface Post {
  readonly body: Bytes;
  readonly headers?: Readonly<Record<string, string>>;
}

function varint(number: number): Bytes {
  const bytes: number[] = [];
  let left = number;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80);
  return Uint8Array.from([...bytes, left]);
}

/** A length-delimited field of a protobuf message. */
function field(no: number, ...content: readonly (Bytes | string)[]): Bytes {
  const inner = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([varint(no * 8 + 2), varint(inner.length), inner]);
}

function repeat(part: Bytes, bytes: number): Bytes {
  return Buffer.alloc(Math.floor(bytes / part.length) * part.length, part);
}

const text = (value: string): Bytes => field(1, value);
const attribute = (key: string, value: Bytes): Bytes => field(9, field(1, key), field(2, value));
const ids = (no: number): Bytes => {
  const span = Buffer.alloc(8);
  span.writeUInt32BE(no + 1);
  return Buffer.concat([field(1, Buffer.alloc(16, 7)), field(2, span)]);
};
function times(): Bytes {
  const nanoseconds = Buffer.alloc(9, 0x39);
  nanoseconds.writeBigUInt64LE(BigInt(Date.now()) * 1_000_000n, 1);
  const end = Buffer.from(nanoseconds);
  end[0] = 0x41;
  return Buffer.concat([nanoseconds, end]);
}
const spans = (...content: readonly Bytes[]): Bytes => field(1, field(2, ...content));
const span = (no: number, ...content: readonly Bytes[]): Bytes =>
  field(2, ids(no), times(), ...content);

function nested(depth: number): Bytes {
  let value: Bytes = text('x');
  for (let level = 0; level < depth; level += 1) value = field(5, field(1, value));
  return value;
}

function messages(count: number, length: number): Bytes {
  const all = Array.from({ length: count }, (_, no) => ({
    role: no % 2 === 0 ? 'user' : 'assistant',
    content: `${no} a@b.example +49 30 1234567 `.repeat(Math.ceil(length / 30)).slice(0, length),
  }));
  return attribute('gen_ai.input.messages', text(JSON.stringify(all)));
}

function cycle(): Bytes {
  return spans(
    ...Array.from({ length: 1000 }, (_, no) => {
      const parent = ids((no + 1) % 1000).subarray(-8);
      return span(no, field(4, parent), attribute('gen_ai.prompt', text('x')));
    }),
  );
}

/** Protobuf bodies that take long or much memory if they are read without care. */
const PROTOBUF: Readonly<Record<string, () => Bytes>> = {
  'eight million empty resources': () => repeat(field(1), MOST),
  'eight million empty scopes': () => field(1, repeat(field(2), MOST)),
  'eight million empty spans': () => spans(repeat(field(2), MOST)),
  'eight million empty attributes': () => spans(span(1, repeat(field(9), MOST))),
  'eight million empty events': () => spans(span(1, repeat(field(11), MOST))),
  '10,000 attributes': () => spans(span(1, repeat(attribute('a', text('x')), 150_000))),
  'attributes of many spans': () =>
    spans(
      ...Array.from({ length: 9000 }, (_, no) => span(no, repeat(attribute('a', text('x')), 1500))),
    ),
  'lists of empty values': () =>
    spans(
      span(
        1,
        ...Array.from({ length: 16 }, () => attribute('a', field(5, repeat(field(1), 990_000)))),
      ),
    ),
  'one attribute of 16 MB': () => spans(span(1, attribute('a', text('x'.repeat(MOST - 100))))),
  'sixteen attributes of 1 MB': () =>
    spans(
      ...Array.from({ length: 16 }, (_, no) =>
        span(no, attribute('gen_ai.prompt', text('1 '.repeat(499_000)))),
      ),
    ),
  'messages that are slow to redact': () => spans(span(1, messages(30, 31_000))),
  'marks in the wrong order': () =>
    spans(span(1, attribute('gen_ai.prompt', text('\u0301\u0323'.repeat(16_000))))),
  'many messages': () => spans(span(1, messages(15_000, 40))),
  'JSON in an attribute, nested deep': () =>
    spans(span(1, attribute('gen_ai.input.messages', text('['.repeat(900_000))))),
  'JSON in an attribute, parsable and nested deep': () =>
    spans(
      span(
        1,
        attribute('gen_ai.input.messages', text(`${'['.repeat(400_000)}${']'.repeat(400_000)}`)),
      ),
    ),
  'JSON in an attribute with many values': () =>
    spans(span(1, attribute('gen_ai.input.messages', text(`[${'{},'.repeat(300_000)}{}]`)))),
  'values nested 40 levels deep': () => spans(span(1, attribute('a', nested(40)))),
  'values nested 2,000 levels deep': () => spans(span(1, attribute('a', nested(2000)))),
  'a cycle of 1,000 parents': cycle,
  'groups nested deep': () => Buffer.alloc(1_000_000, 0x0b),
  'a length of four gigabytes': () => Uint8Array.of(0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f),
  'a number without end': () => Buffer.alloc(MOST, 0xff),
  'text that is not UTF-8': () => spans(span(1, field(5, Uint8Array.of(0xc3, 0x28)))),
  zeros: () => Buffer.alloc(MOST),
};

const span0 = '{"traceId":"07070707070707070707070707070707","spanId":"0000000000000001"';
const JSON_BODIES: Readonly<Record<string, () => string>> = {
  'empty resources': () => `{"resourceSpans":[${'{},'.repeat(5_000_000)}{}]}`,
  'empty spans': () =>
    `{"resourceSpans":[{"scopeSpans":[{"spans":[${'{},'.repeat(5_000_000)}{}]}]}]}`,
  'many attributes': () =>
    `{"resourceSpans":[{"scopeSpans":[{"spans":[${span0},"attributes":[${'{"key":"a","value":{"intValue":1}},'.repeat(400_000)}{}]}]}]}]}`,
  brackets: () => '['.repeat(MOST),
  'a deep value': () =>
    `{"resourceSpans":[{"scopeSpans":[{"spans":[${span0},"attributes":[{"key":"a","value":${'{"arrayValue":{"values":['.repeat(5000)}`,
  'keys of prototypes': () =>
    `{"__proto__":{"x":1},"resourceSpans":[{"scopeSpans":[{"spans":[${span0},"attributes":[{"key":"__proto__","value":{"kvlistValue":{"values":[{"key":"__proto__","value":{"stringValue":"x"}}]}}}]}]}]}]}`,
};

async function send(environment: Environment, { body, headers = {} }: Post): Promise<Response> {
  environment.countTries(1);
  return fetch(`${environment.service('evals').url}/v1/traces`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-protobuf',
      authorization: `Bearer ${keyOf('alpha')}`,
      ...headers,
    },
    body: new Uint8Array(body),
  });
}

function attack(name: string, make: () => Post): ScriptedAttack {
  return {
    name: `traces: ${name}`,
    async play(environment) {
      const response = await send(environment, make());
      const answer = await response.text();
      if (ALLOWED.has(response.status)) return undefined;
      return `answered ${response.status}: ${answer.slice(0, 120)}`;
    },
  };
}

/** A valid request that ends at each of its bytes. */
const truncated: ScriptedAttack = {
  name: 'traces: a request cut off at every byte',
  async play(environment) {
    const whole = spans(span(1, attribute('gen_ai.prompt', text('x')), field(15, field(2, 'no'))));
    for (let length = 1; length < whole.length; length += 1) {
      const { status } = await send(environment, { body: whole.subarray(0, length) });
      if (status !== 400) return `${length} of ${whole.length} bytes: ${status}`;
    }
    return undefined;
  },
};

const gzip = { 'content-encoding': 'gzip' };

export const attackClass: AttackClass = {
  title: 'traces that are hard to read',
  attacks: () => [
    truncated,
    ...Object.entries(PROTOBUF).flatMap(([name, make]) => [
      attack(name, () => ({ body: make() })),
      attack(`${name}, in gzip`, () => ({ body: gzipSync(make()), headers: gzip })),
    ]),
    ...Object.entries(JSON_BODIES).map(([name, make]) =>
      attack(`JSON with ${name}`, () => ({
        body: Buffer.from(make()).subarray(0, MOST),
        headers: { 'content-type': 'application/json' },
      })),
    ),
    attack('a gzip bomb', () => ({ body: gzipSync(Buffer.alloc(300_000_000)), headers: gzip })),
    attack('a gzip that ends early', () => ({
      body: gzipSync(Buffer.alloc(1000)).subarray(0, 12),
      headers: gzip,
    })),
  ],
};
