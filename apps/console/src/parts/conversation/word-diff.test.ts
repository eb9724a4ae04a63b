import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isUnlike, wordDiff, type DiffPart } from './word-diff.ts';

function read(parts: readonly DiffPart[], side: 'before' | 'after'): string {
  return parts.map((part) => (part.kind === 'same' ? part.text : part[side])).join('');
}

describe('wordDiff', () => {
  it('diff contains both texts in full, for any texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'card', ' ', '. ', '\n', 'ü', '🦊'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(''), other.join('')];
        const parts = wordDiff(before, after, 5000) ?? [];
        assert.equal(read(parts, 'before'), before);
        assert.equal(read(parts, 'after'), after);
      }),
    );
  });

  it('diff merges changes that are close to each other', () => {
    const parts = wordDiff(
      'I can see it is now blocked for good today',
      'I did see it was now blocked for good today',
      5000,
    );
    assert.deepEqual(parts, [
      { kind: 'same', text: 'I ' },
      { kind: 'changed', before: 'can see it is', after: 'did see it was' },
      { kind: 'same', text: ' now blocked for good today' },
    ]);
  });

  it('diff keeps changes separate that have enough words between them', () => {
    const parts = wordDiff('one two three four five', 'ONE two three four FIVE', 5000) ?? [];
    assert.equal(parts.filter(({ kind }) => kind === 'changed').length, 2);
  });

  it('isUnlike is true if most words of the texts differ', () => {
    const isUnlikeTexts = (before: string, after: string): boolean =>
      isUnlike(wordDiff(before, after, 5000) ?? []);
    assert.equal(isUnlikeTexts('your card is blocked', 'your card is not blocked'), false);
    assert.equal(isUnlikeTexts('your card is blocked now', 'no idea what you mean'), true);
    assert.equal(isUnlikeTexts('', ''), false);
  });

  it('diff stops at the timeout for texts that have nothing in common', () => {
    const words = (prefix: string): string =>
      Array.from({ length: 20_000 }, (_, at) => `${prefix}${(at * 7919) % 10_007}`).join(' ');
    assert.equal(wordDiff(words('a'), words('b'), 100), undefined);
  });
});
