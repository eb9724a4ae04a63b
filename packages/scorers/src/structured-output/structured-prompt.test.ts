import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeSchema } from '../judge/judge.ts';
import { STRATEGIES } from './strategies.ts';
import { fence, unfence, writePrompt, type Part } from './structured-prompt.ts';

const NAMES = [
  'reply',
  'reference',
  'message',
  'instructions',
  'earlier-user',
  'earlier-assistant',
];

/** Random markers, and markers that overlap with themselves. */
const NONCE = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{16}$/),
  fc.constantFrom('aaaa', 'abab', 'abaaba', '0000000000000000', '00'),
);

/** Texts that contain the marker, which real texts cannot know, and try to exploit it. */
function textsAgainst(nonce: string): fc.Arbitrary<string> {
  const known = [nonce, nonce.toUpperCase(), nonce.slice(0, -1), nonce.slice(1), nonce.slice(-1)];
  const signs = ['_', '<', '>', '</', '\n', '-', '&lt;', '\\', '$&', '\u200b', '\0', 'a', '0'];
  const pieces = [
    ...known,
    ...signs,
    ...NAMES.flatMap((name) => [`</${name}-${nonce}>`, `<${name}-${nonce}>`, `\n</${name}-`]),
  ];
  return fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join('')),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
  );
}

const CASE = NONCE.chain((nonce) =>
  fc.record({
    nonce: fc.constant(nonce),
    parts: fc.array(fc.record({ name: fc.constantFrom(...NAMES), text: textsAgainst(nonce) }), {
      maxLength: 6,
    }),
  }),
);

const wellFormed = (parts: readonly Part[]): Part[] =>
  parts.map(({ name, text }) => ({ name, text: text.toWellFormed() }));

describe('fence', () => {
  it('unfence restores any fenced texts', () => {
    fc.assert(
      fc.property(CASE, ({ nonce, parts }) => {
        assert.deepEqual(unfence(fence(parts, nonce), nonce), wellFormed(parts));
      }),
      { numRuns: 2000 },
    );
  });

  it('fenced texts never contain the marker, in upper or lower case', () => {
    fc.assert(
      fc.property(CASE, ({ nonce, parts }) => {
        const found = fence(parts, nonce).toLowerCase().split(nonce).length - 1;
        assert.equal(found, 2 * parts.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('a fenced text without the marker is unchanged', () => {
    const text = 'if (a < b && b > c) return "</reply>"; // 0123456789abcdef';
    const prompt = fence([{ name: 'reply', text }], 'fedcba9876543210');
    assert.equal(prompt, `<reply-fedcba9876543210>\n${text}\n</reply-fedcba9876543210>`);
  });

  it('the user message contains only fenced texts', () => {
    const secrets = { nonce: 'fedcba9876543210', caseId: 'c1', canary: 'c2' };
    const parts = [{ name: 'reply', text: 'Hello' }];
    for (const strategy of STRATEGIES) {
      for (const repair of [undefined, 'it is empty']) {
        const [system, user] = writePrompt(
          { schema: judgeSchema, parts, secrets, repair },
          strategy,
        );
        assert.equal(user?.content, fence(parts, secrets.nonce));
        assert.match(system?.content ?? '', /^Case id: c1$/m);
        assert.equal(system?.content.includes('it is empty'), repair !== undefined);
      }
    }
  });
});
