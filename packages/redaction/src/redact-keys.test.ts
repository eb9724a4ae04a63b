import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import GITLEAKS from './gitleaks/formats.json' with { type: 'json' };
import { createRedact } from './redact.ts';
import { redactKeys } from './redact-keys.ts';

/** A key in this format, always the same one. */
function writeKey(pattern: string): string {
  const source = pattern
    .replaceAll(/\(\?-?i\)/g, '')
    .replaceAll(/\(\?-?i:/g, '(?:')
    .replaceAll('[[:alnum:]]', '[A-Za-z0-9]');
  const keys = fc.stringMatching(new RegExp(`^${source}$`));
  return fc.sample(keys, { seed: 1, numRuns: 1 })[0] ?? '';
}

const KEYS = GITLEAKS.formats.map(({ id, literal, pattern }) => ({
  id,
  literal,
  key: writeKey(pattern),
}));

/** Where a key can stand. */
const PLACES: readonly ((key: string) => string)[] = [
  (key) => `It is (${key}).`,
  (key) => `|${key}|, "${key}";${key},`,
  (key) => JSON.stringify({ nested: JSON.stringify({ text: `one\n${key}\ttwo` }) }),
  (key) => `https://host.example/path?state=%20${key}%20&n=1`,
  (key) => `VALUE=${key}\nOTHER=1`,
];

/** How many characters RE2 reads: unlike a time, the same number in every run. */
function countReads(text: string): number {
  const prototype: { charCodeAt: (this: string, at: number) => number } = String.prototype;
  const read = prototype.charCodeAt;
  let reads = 0;
  prototype.charCodeAt = function count(at) {
    reads += 1;
    return read.call(this, at);
  };
  try {
    redactKeys(text, () => '[key 1]');
  } finally {
    prototype.charCodeAt = read;
  }
  return reads;
}

describe('redaction of keys', () => {
  it('redacts a key of every format of gitleaks', () => {
    const left = KEYS.filter(({ key }) =>
      PLACES.some((place) => createRedact([])(place(key)) !== place('[key 1]')),
    );
    assert.deepEqual(
      left.map(({ id, key }) => `${id}: ${key}`),
      [],
    );
  });

  it('reads no more than 10 times as many characters as a text has, however it imitates keys', () => {
    for (const { id, literal, key } of KEYS) {
      for (const part of [literal, `-${literal}`, `-${key.slice(0, -1)}`, `.${key.slice(0, 30)}`]) {
        const text = part.repeat(Math.ceil(2000 / part.length));
        const reads = countReads(text);
        assert.ok(reads <= 10 * text.length, `${id}: ${reads} reads of ${part}…`);
      }
    }
  });

  it('changes nothing in a redacted text', () => {
    const part = fc.oneof(
      fc.constantFrom(...KEYS.map(({ key }) => key)),
      fc.constantFrom(' ', '\n', '%20', '-', '_', '.', '=', '/', ': ', '"', '\\n', '://', '@'),
      fc.constantFrom('password', 'token is', 'a key', 'Bearer', 'call me at', '+49 170 1234567'),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const redacted = createRedact([])(parts.join(''));
        assert.equal(createRedact([])(redacted), redacted);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
});
