import { AppError } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkScorerNames, planOwnScorers, withOwnScorers } from './plan-own-scorers.ts';

const WEIGHTS = { reply: 1, metadata: 0 };

function plan(scorers: readonly string[] | undefined, weights: object = {}) {
  const request = { scorers, weights: { ...WEIGHTS, ...weights }, sinceRevision: 2 };
  return planOwnScorers(request, ['tone', 'brand'])?.names;
}

describe('planOwnScorers', () => {
  it('chooses the scorers that are named, and those that count in overall', () => {
    assert.equal(plan(undefined), undefined);
    assert.equal(plan(['overall']), undefined);
    assert.deepEqual(plan(['brand', 'tone']), ['tone', 'brand']);
    assert.deepEqual(plan(undefined, { brand: 1 }), ['brand']);
    assert.equal(plan(undefined, { brand: 0 }), undefined);
    assert.deepEqual(plan(['overall'], { brand: 1 }), ['brand']);
    assert.deepEqual(plan(['tone'], { brand: 1 }), ['tone']);
  });

  it('refuses unknown names with the list of known ones', () => {
    const isRefusal = (pointer: string) => (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.errors?.[0]?.pointer, pointer);
      assert.match(error.message, /, tone, brand$/);
      return true;
    };
    const check = (scorers?: readonly string[], weights: object = {}) =>
      checkScorerNames({ scorers, weights: { ...WEIGHTS, ...weights } }, ['tone', 'brand']);
    check(['overall', 'tone'], { brand: 1, similarity: 1 });
    assert.throws(() => check(['tone', 'tune']), isRefusal('/scorers/1'));
    assert.throws(() => check(['constructor']), isRefusal('/scorers/0'));
    assert.throws(() => check(undefined, { tune: 0 }), isRefusal('/weights/tune'));
  });

  it('are added to the models that grade a run', () => {
    const ownScorers = { names: ['tone'], sinceRevision: 2 };
    assert.deepEqual(withOwnScorers(undefined, ownScorers), { sinceRevision: 2, ownScorers });
    const grading = { sinceRevision: 1, annotator: 'm' };
    assert.deepEqual(withOwnScorers(grading, ownScorers), { ...grading, ownScorers });
    assert.equal(withOwnScorers(grading, undefined), grading);
  });
});
