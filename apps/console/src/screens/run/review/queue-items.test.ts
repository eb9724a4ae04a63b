import type { LabelItem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeLabel, countLabelled, findLabel, findNext, findStart } from './queue-items.ts';

function queueOf(size: number): readonly LabelItem[] {
  return Array.from({ length: size }, (_, item) => ({
    item,
    scenario_name: 'Lost card',
    description: '',
    conversation: [],
    truncated: false,
    checks: [],
    labels: [],
  }));
}

const label = (item: number, target: string | null = null) => ({
  item,
  target,
  passed: true,
  note: null,
});

describe('a queue of attempts to label', () => {
  it('starts at the first attempt without a label, and at the last one if all have labels', () => {
    const none = queueOf(3);
    const first = changeLabel(none, label(0));
    const all = [1, 2].reduce((items, item) => changeLabel(items, label(item)), first);
    assert.deepEqual([none, first, all].map(findStart), [0, 1, 2]);
    assert.equal(findStart([]), 0);
  });

  it('moves from the last attempt to the first without a label', () => {
    const items = changeLabel(queueOf(3), label(0));
    assert.deepEqual(
      [0, 1, 2].map((at) => findNext(items, at)),
      [1, 2, 1],
    );
  });

  it('counts an attempt only if it has a label as a whole, not if one of its checks has', () => {
    const items = changeLabel(changeLabel(queueOf(3), label(0)), label(1, 'short'));
    assert.equal(countLabelled(items), 1);
  });

  it('replaces a label, and removes it by a label of null', () => {
    const labelled = changeLabel(queueOf(1), label(0));
    const replaced = changeLabel(labelled, { ...label(0), passed: false, note: 'rude' });
    assert.deepEqual(replaced[0]?.labels, [{ check_id: null, passed: false, note: 'rude' }]);
    const [removed] = changeLabel(replaced, { ...label(0), passed: null });
    assert.ok(removed);
    assert.equal(findLabel(removed, null), undefined);
  });
});
