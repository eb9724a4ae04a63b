import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chrf } from './chrf.ts';
import { exactMatch } from './exact-match.ts';
import { tokenF1 } from './token-f1.ts';
import { tokenise } from './tokenise.ts';

const VECTORS = [
  ['The United States of America.', 'united states of america', 0, 0.8889, 0.9684],
  ['United  states, of AMERICA!', 'united states of america', 1, 1, 1],
  ['USA', 'United States of America', 0, 0, 0.0575],
  ['Your order 1234 ships on May 5', 'Your order 1234 ships on May 6', 0, 0.8571, 0.9532],
  ['We cannot issue a refund', 'We can issue a refund', 0, 0.8, 0.779],
  ['', 'Hello', 0, 0, 0],
  ['', '...', 1, 1, 1],
] as const;

describe('text metrics', () => {
  it('give the published vectors', () => {
    for (const [reply, reference, exact, f1, characters] of VECTORS) {
      assert.equal(exactMatch(reply, reference), exact, `exact_match ${reply}`);
      assert.equal(tokenF1(reply, reference).toFixed(4), f1.toFixed(4), `token_f1 ${reply}`);
      assert.equal(chrf(reply, reference).toFixed(4), characters.toFixed(4), `chrf ${reply}`);
    }
  });

  it('count a repeated word as often as both texts have it', () => {
    assert.equal(tokenF1('no no no no', 'no'), 0.4);
  });

  it('find words in scripts without spaces', () => {
    assert.ok(tokenise('今日は天気がいいです').length > 2);
  });

  const metrics = { exactMatch, tokenF1, chrf };
  for (const [name, metric] of Object.entries(metrics)) {
    it(`${name} is in [0, 1], is 1 for a text against itself, and never fails`, () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
          const score = metric(a, b);
          assert.ok(score >= 0 && score <= 1 + 1e-12, `${score}`);
          assert.ok(Math.abs(metric(a, a) - 1) < 1e-12);
        }),
      );
    });
  }
});
