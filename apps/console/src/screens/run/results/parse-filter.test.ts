import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { parseFilter, withScenario, labelFilter } from './parse-filter.ts';

describe('parseFilter', () => {
  it('parses fields, quoted text and plain words of a row filter', () => {
    assert.deepEqual(
      parseFilter(
        'score<0.6 score>0.1 status:fail intent:block_card scenario:bank text:"late fee"',
      ),
      {
        filter: {
          below: 0.6,
          above: 0.1,
          status: 'failed',
          label: 'intent:block_card',
          scenario: 'bank',
          q: 'late fee',
        },
        faults: [],
      },
    );
    assert.deepEqual(parseFilter('late "fee due" now').filter, { q: 'late fee due now' });
    assert.deepEqual(parseFilter('metadata:differs').filter, { metadata: 'differs' });
    assert.deepEqual(parseFilter('  '), { filter: {}, faults: [] });
  });

  it('reports the parts of a row filter that it cannot parse and applies the rest', () => {
    const { filter, faults } = parseFilter('score<2 status:odd latency>3 score:1 text:ok');
    assert.deepEqual(filter, { q: 'ok' });
    assert.deepEqual(
      faults.map((fault) => fault.split(':')[0]),
      ['score<2', 'status', 'latency>3', 'score'],
    );
  });

  it('accepts an unclosed quote and any script in a row filter', () => {
    assert.deepEqual(parseFilter('text:"late fe').filter, { q: 'late fe' });
    assert.deepEqual(parseFilter('absicht:kündigung').filter, { label: 'absicht:kündigung' });
  });
});

test('withScenario replaces the scenario in a filter', () => {
  assert.equal(withScenario('', 'bank card'), 'scenario:"bank card"');
  assert.equal(withScenario('scenario:x score<0.6', 'y'), 'score<0.6 scenario:"y"');
  assert.equal(withScenario('score<0.6 scenario:"a b"', undefined), 'score<0.6');
});

test('labelFilter writes a filter that parses back to the two labels of a confusion matrix cell', () => {
  const read = (given: string | null) =>
    parseFilter(labelFilter('Intent', { expected: 'block card', given }) ?? '');
  assert.deepEqual(read('ask fee'), {
    filter: { label: 'Intent:block card', given: 'Intent:ask fee' },
    faults: [],
  });
  assert.deepEqual(read(null).filter, { label: 'Intent:block card', given: 'Intent:' });
  assert.equal(labelFilter('the intent', { expected: 'a', given: 'b' }), undefined);
  assert.equal(labelFilter('intent', { expected: 'say "hi"', given: 'b' }), undefined);
});
