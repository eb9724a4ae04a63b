import fc from 'fast-check';
import assert from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createRedactor, type Redactor } from './redact-secret.ts';

async function* chunksOf(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  for (let n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

function redactorOf(secret: string): Redactor {
  const redactor = createRedactor(secret);
  assert.ok(redactor !== undefined);
  return redactor;
}

/** Redacts the text in one piece and in chunks, and asserts that both results are equal. */
async function redact(text: string, secret: string, split: readonly number[] = [3]) {
  const redactor = redactorOf(secret);
  const whole = Buffer.from(redactor.bytes(Buffer.from(text))).toString();
  const streamed = await readText(redactor.chunks(chunksOf(text, split)));
  assert.equal(streamed, whole);
  return whole;
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });

const SECRET = 'sk-Proj_9x2/Kq+7vTz.81==';
const hexOf = (character: string): string =>
  character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase();

/** Ways to spell one character of a secret. */
const CHARACTERS: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => character.toUpperCase(),
  (character) => character.toLowerCase(),
  (character) => `\\u00${hexOf(character)}`,
  (character) => `\\\\u00${hexOf(character).toLowerCase()}`,
  (character) => `\\x${hexOf(character)}`,
  (character) => `%${hexOf(character)}`,
  (character) => `%25${hexOf(character)}`,
  (character) => (/\w/.test(character) ? character : `\\${character}`),
];
/** Length of the longest gap; a gap may precede the secret. */
const MAX_GAP = 6;
const GAPS = ['', '', '', ' ', '-', ' - ', '_', '. ', '\\n', '%20', '\\u0020'];

/** The secret with every character spelled in a random way and random gaps in between. */
const spelled = fc
  .array(fc.tuple(fc.constantFrom(...CHARACTERS), fc.constantFrom(...GAPS)), {
    minLength: SECRET.length,
    maxLength: SECRET.length,
  })
  .map((ways) =>
    Array.from(SECRET, (character, n) => (ways[n]?.[1] ?? '') + (ways[n]?.[0](character) ?? '')),
  )
  .map((parts) => parts.join(''));

describe('createRedactor', () => {
  it('a secret is redacted at every chunk boundary', async () => {
    const words = fc.array(fc.constantFrom('sk-abab1', 'sk-ab', 'ü', 'hello ', 'ab1', 's'));
    await fc.assert(
      fc.asyncProperty(words, sizes, async (parts, split) => {
        const text = parts.join('');
        const out = await redact(text, 'sk-abab1', split);
        assert.equal(out, text.replaceAll('sk-abab1', '[secret]'));
      }),
    );
  });

  it('a secret is redacted in JSON and URL escapes', async () => {
    const secret = 'c2VjcmV0/can"ary+key==';
    const texts = [secret, JSON.stringify(secret), encodeURIComponent(secret)];
    texts.push(JSON.stringify(secret).replaceAll('/', '\\/'));
    texts.push(JSON.stringify(JSON.stringify(secret)));
    for (const text of texts) {
      assert.match((await redact(text, secret)).replaceAll(/["\\]/g, ''), /^\[secret\]$/, text);
    }
  });

  it('a secret is redacted in any mixture of cases, escapes and gaps', async () => {
    const around = fc.constantFrom('', 'I was sent ', '{"error":"', 'ü ', 'sk-Proj');
    await fc.assert(
      fc.asyncProperty(spelled, around, sizes, async (text, before, split) => {
        const out = await redact(`${before}${text}" and more`, SECRET, split);
        assert.ok(out.startsWith(before) && out.endsWith('[secret]" and more'), out);
        assert.ok(out.length <= before.length + MAX_GAP + '[secret]" and more'.length, out);
      }),
      { numRuns: 200 },
    );
  });

  it('a secret is redacted inside base64 in both alphabets, at every alignment', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), sizes, async (before, after, split) => {
        for (const encoding of ['base64', 'base64url'] as const) {
          const encoded = Buffer.from(before + SECRET + after).toString(encoding);
          const out = await redact(`see ${encoded.replaceAll('/', '\\/')}.`, SECRET, split);
          assert.match(out, /\[secret\]/, encoded);
          const left = out.replaceAll(/see |\[secret\]|\.$/g, ' ').replaceAll('\\/', '/');
          for (const part of left.trim().split(' ')) {
            const decoded = Buffer.from(part, 'base64').toString('latin1');
            assert.ok(!decoded.includes(SECRET.slice(1, 5)) && !decoded.includes(SECRET.slice(-6)));
          }
        }
      }),
    );
  });

  it('a secret is redacted in hexadecimal, with and without colons', async () => {
    const hex = Buffer.from(SECRET).toString('hex');
    assert.equal(await redact(`(${hex})`, SECRET), '([secret])');
    const pairs = hex.toUpperCase().replaceAll(/..(?=.)/g, '$&:');
    assert.equal(await redact(`(${pairs})`, SECRET), '([secret])');
  });

  it('a secret is redacted from headers, and clean headers are returned unchanged', () => {
    const redactor = redactorOf(SECRET);
    const clean = { 'content-type': 'application/json', 'set-cookie': ['a=b'], none: undefined };
    assert.equal(redactor.headers(clean), clean);
    assert.deepEqual(
      redactor.headers({ ...clean, 'x-key': `Bearer ${SECRET}`, both: ['ü', SECRET] }),
      {
        ...clean,
        'x-key': 'Bearer [secret]',
        both: ['ü', '[secret]'],
      },
    );
  });

  it('a placeholder key has no redactor, because replies may contain the word', () => {
    assert.equal(createRedactor('ollama'), undefined);
  });

  it('a key made of words is only redacted verbatim, because replies may contain the words', async () => {
    const text = 'Use an endpoint key, the Endpoint-Key: endpoint-key.';
    const out = await redact(text, 'endpoint-key');
    assert.equal(out, 'Use an endpoint key, the Endpoint-Key: [secret].');
  });

  it('a secret that contains a long gap is redacted verbatim', async () => {
    assert.equal(await redact('(a1b2------c3d4)', 'a1b2------c3d4'), '([secret])');
    const apart = 'a1b2          c3d4';
    assert.equal(await redact(apart, 'a1b2------c3d4'), apart);
  });

  it('text without the secret is unchanged', async () => {
    const bytes = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\\', '%', 'u', 'a', '0', '2', '5') }),
    );
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (text, split) => {
        const out = await redact(text, 'a secret that is not there', split);
        assert.equal(out, Buffer.from(text).toString());
      }),
    );
  });

  it('a redacted stream only holds back bytes that may begin the secret', async () => {
    const seen: string[] = [];
    async function* source(): AsyncGenerator<Uint8Array> {
      for (const chunk of ['data: {"s"}\n\n', 'data: s', 'k', '-x\n\n']) {
        yield Buffer.from(chunk);
        seen.push('|');
      }
    }
    for await (const chunk of redactorOf('sk-0123456789').chunks(source())) {
      seen.push(Buffer.from(chunk).toString());
    }
    assert.deepEqual(seen, ['data: {"s"}\n\n', '|', 'data: ', '|', '|', 'sk-x\n\n', '|']);
  });
});
