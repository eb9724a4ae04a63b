import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRedact } from './redact.ts';

const characters = (alphabet: string, length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet.split('')), minLength: length, maxLength: length });

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const WORD = `${LETTERS}0123456789`;
const after = (prefix: string, length: number, alphabet = WORD): fc.Arbitrary<string> =>
  characters(alphabet, length).map((rest) => `${prefix}${rest}`);

/** Tokens of issuers that gitleaks does not know, or knows less of. */
const TOKENS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  openai: after('sk-proj-', 48),
  huggingFace: after('hf_', 34),
  groq: after('gsk_', 52),
  xai: after('xai-', 80),
  replicate: after('r8_', 37),
};

/** Contexts in which a value can occur. */
const PLACES: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => `Why does ${value} not work? It did.`,
  (value) => `It is "${value}", and (${value}) too.`,
  (value) => JSON.stringify({ nested: JSON.stringify({ text: `one\n${value}\ttwo` }) }),
  (value) => `https://host.example/path?state=${encodeURIComponent(` ${value} `)}&n=1`,
  (value) => `VALUE=${value}\nOTHER=1`,
];

const mod97 = (text: string): number =>
  Number(
    BigInt(
      text
        .split('')
        .map((one) => Number.parseInt(one, 36))
        .join(''),
    ) % 97n,
  );
const iban = fc
  .constantFrom(['DE', 18], ['FR', 23], ['GB', 18], ['NO', 11], ['MT', 27] as const)
  .chain(([country, length]) =>
    characters('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', length as number).map((account) => {
      const check = 98 - mod97(`${account}${country}00`);
      return `${country}${String(check).padStart(2, '0')}${account}`;
    }),
  );
const ssn = fc
  .tuple(fc.integer({ min: 1, max: 665 }), fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1 }))
  .map(([area, group, serial]) =>
    [
      String(area).padStart(3, '0'),
      String(group).padStart(2, '0'),
      String((serial % 9999) + 1).padStart(4, '0'),
    ].join('-'),
  );

function disappears(value: string, written: string = value): void {
  for (const place of PLACES) {
    const text = place(written);
    const redacted = createRedact([])(text);
    assert.ok(!redacted.includes(value), `${text} became ${redacted}`);
    assert.ok(!redacted.includes(written), `${text} became ${redacted}`);
  }
}

describe('redaction of generated values', () => {
  for (const [name, token] of Object.entries(TOKENS))
    it(`redacts every ${name} token in prose, JSON and URLs`, () => {
      fc.assert(
        fc.property(token, (value) => disappears(value)),
        { numRuns: 50 },
      );
    });

  it('redacts IBANs with a valid checksum, with and without spaces, before any text', () => {
    fc.assert(
      fc.property(iban, (value) => {
        const spaced = value.replaceAll(/(.{4})(?=.)/g, '$1 ');
        disappears(value);
        const redact = createRedact([]);
        for (const text of [
          spaced,
          spaced.toLowerCase(),
          `${spaced} AND THEN 12`,
          `AB12 ${spaced}`,
        ])
          assert.match(redact(text), /\[iban \d\]/, text);
      }),
      { numRuns: 100 },
    );
  });

  it('redacts social security numbers with hyphens, and others after their name', () => {
    fc.assert(
      fc.property(ssn, (value) => {
        disappears(value);
        const plain = value.replaceAll('-', '');
        assert.equal(createRedact([])(`My SSN: ${plain}.`), 'My SSN: [ssn 1].');
      }),
      { numRuns: 100 },
    );
  });

  it('redacts the password of a URL and of basic authentication, and keeps the rest', () => {
    const password = characters(`${WORD}!$%*_.-@`, 12);
    fc.assert(
      fc.property(characters(LETTERS, 6), password, (user, secret) => {
        const redact = (text: string): string => createRedact([])(text);
        const url = `postgres://${user}:${secret}@db.example:5432/shop`;
        assert.equal(redact(url), `postgres://${user}:[key 1]@db.example:5432/shop`);
        const basic = Buffer.from(`${user}:${secret}`).toString('base64');
        assert.equal(redact(`authorization: Basic ${basic}`), 'authorization: [key 1]');
        const query = `https://h.example/?a=1&api_key=${encodeURIComponent(secret)}&b=2`;
        assert.equal(redact(query), 'https://h.example/?a=1&api_key=[key 1]&b=2');
      }),
      { numRuns: 200 },
    );
  });

  it('does not redact prose with ids, numbers, dates and times', () => {
    const word = fc.constantFrom(
      'a basic understanding of authentication',
      'the bearer of internationalization',
      'run npm_config_registry or npm ci',
      'tokens, keys and passwords',
      'see https://host.example:8080/path@2/x?key=1&page=2',
      'mail @team about xai-models and hf_hub',
      'the ssn field is empty',
      'version 1.2.3-rc.1',
    );
    const harmless = fc.oneof(
      fc.uuid(),
      fc.uuid({ version: 7 }),
      fc.integer({ min: 0, max: 99_999_999 }).map(String),
      fc.double({ min: 0, max: 1, noNaN: true }).map((n) => n.toFixed(12)),
      fc.integer({ min: 0, max: 9_999_999 }).map((n) => `${(n / 100).toFixed(2)} EUR`),
      fc
        .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
        .chain((date) => {
          const [day = ''] = date.toISOString().split('T');
          const german = day.split('-').toReversed().join('.');
          return fc.constantFrom(date.toISOString(), day, german, `${german} 12:30`);
        }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, harmless), { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.map(([words, number]) => `${words} ${number}`).join(', then ');
        assert.equal(createRedact([])(text), text);
      }),
      { numRuns: 500 },
    );
  });
});
