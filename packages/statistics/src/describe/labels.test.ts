import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelReport } from './labels.ts';

function pairs(expected: string, given: string): { expected: string; given: string | undefined }[] {
  return expected.split('').map((label, at) => {
    const other = given[at];
    return { expected: label, given: other === '-' ? undefined : other };
  });
}

describe('labelReport', () => {
  it('macroF1 equals the example of scikit-learn’s f1_score: 0.2667', () => {
    const report = labelReport(pairs('012012', '021001'));
    assert.equal(report?.macroF1.toFixed(4), '0.2667');
    assert.equal(report?.accuracy.toFixed(4), '0.3333');
  });

  it('confusion equals the example of scikit-learn’s confusion_matrix', () => {
    assert.deepEqual(labelReport(pairs('202201', '002202'))?.confusion, [
      { expected: '2', given: '0', count: 1 },
      { expected: '2', given: '2', count: 2 },
      { expected: '0', given: '0', count: 2 },
      { expected: '1', given: '2', count: 1 },
    ]);
  });

  it('a missing label counts as wrong but is not a label', () => {
    const report = labelReport(pairs('aab', 'a-b'));
    assert.equal(report?.accuracy.toFixed(4), '0.6667');
    // a: P = 1, R = ½; b: 1
    assert.equal(report?.macroF1.toFixed(4), '0.8333');
    assert.deepEqual(report?.confusion[1], { expected: 'a', given: undefined, count: 1 });
  });

  it('labels may be names of object properties', () => {
    const labels = ['__proto__', 'constructor', ''].map((name) => ({
      expected: name,
      given: name,
    }));
    assert.equal(labelReport(labels)?.macroF1, 1);
  });

  it('macroF1 is undefined without labels, within [0, 1], and 1 if all labels are correct', () => {
    assert.equal(labelReport([]), undefined);
    const label = fc.constantFrom('a', 'b', 'c');
    const some = fc.array(
      fc.record({ expected: label, given: fc.option(label, { nil: undefined }) }),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(some, (given) => {
        const report = labelReport(given);
        assert.ok(report && report.macroF1 >= 0 && report.macroF1 <= 1);
        assert.equal(
          report.confusion.reduce((sum, { count }) => sum + count, 0),
          given.length,
        );
        const right = given.map(({ expected }) => ({ expected, given: expected }));
        assert.deepEqual([labelReport(right)?.accuracy, labelReport(right)?.macroF1], [1, 1]);
      }),
    );
  });
});
