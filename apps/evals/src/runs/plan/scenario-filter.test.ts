import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileGlob } from './scenario-filter.ts';

/** Few different characters, so that patterns often match, including one of two UTF-16 units. */
const character = fc.constantFrom('a', 'b', '😀', '\n');
const anyText = fc.string({ unit: character, maxLength: 70 });
const anyPattern = fc.string({
  unit: fc.oneof(character, fc.constantFrom('*', '?')),
  maxLength: 70,
});

/** Reference implementation of patterns, as short as possible. Exponential time for long patterns. */
function fits(pattern: readonly string[], text: readonly string[]): boolean {
  const [wanted, ...rest] = pattern;
  if (wanted === undefined) return text.length === 0;
  if (wanted === '*') return text.some((_, at) => fits(rest, text.slice(at))) || fits(rest, []);
  return text.length > 0 && (wanted === '?' || wanted === text[0]) && fits(rest, text.slice(1));
}

/** The same as a regular expression, which is fast enough for longer matching texts. */
function toRegExp(pattern: string): RegExp {
  const parts = Array.from(pattern.replaceAll(/\*+/g, '*')).map((part) =>
    part === '*' ? '[^]*' : part === '?' ? '[^]' : part,
  );
  return new RegExp(`^${parts.join('')}$`, 'u');
}

describe('compileGlob', () => {
  it('compileGlob agrees with the reference for every short pattern and text', () => {
    const short = { maxLength: 7 };
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), ...short }),
        fc.string({ unit: fc.constantFrom('a', 'b', '😀'), ...short }),
        (pattern, text) => {
          assert.equal(
            compileGlob(pattern).matches(text),
            fits(Array.from(pattern), Array.from(text)),
          );
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('compileGlob matches patterns that are longer than a machine word', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(69), { maxLength: 5 }), (text, wildcards) => {
        const parts = Array.from(text);
        for (const [index, at] of wildcards.entries()) {
          if (at < parts.length) parts[at] = index % 2 === 0 ? '?' : '*';
        }
        const pattern = parts.join('');
        assert.ok(compileGlob(pattern).matches(text));
        assert.equal(compileGlob(`${pattern}?`).matches(text), toRegExp(`${pattern}?`).test(text));
      }),
    );
    fc.assert(
      fc.property(anyPattern, (pattern) => {
        const text = pattern.replaceAll('*', 'ab').replaceAll('?', '😀');
        assert.ok(compileGlob(pattern).matches(text));
        assert.ok(!compileGlob(`${pattern}x`).matches(text));
      }),
    );
  });

  it('compileGlob takes one step per character of the text and 32 of the pattern, for any input', () => {
    for (const pattern of ['*a'.repeat(100), `*${'a?'.repeat(99)}b*`, '*'.repeat(200), '?*']) {
      const { stepsPerCharacter } = compileGlob(pattern);
      const characters = pattern.replaceAll('*', '').length;
      assert.equal(stepsPerCharacter, Math.floor(characters / 32) + 1);
      let read = 0;
      const text = {
        length: 500,
        codePointAt: () => {
          read += 1;
          return 97;
        },
      };
      compileGlob(pattern).matches(text as unknown as string);
      assert.ok(read <= 500, 'no character is read twice');
    }
  });
});
