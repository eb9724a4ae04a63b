import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addEdit, continueHistory, redoEdit, startHistory, undoEdit } from './edit-history.ts';

test('undo and redo return to every state, for every number of edits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 30 }), (edits) => {
      const last = edits.reduce((history, next) => addEdit(history, next), startHistory(-1));
      let history = last;
      for (const before of [-1, ...edits].slice(0, -1).toReversed()) {
        history = undoEdit(history);
        assert.equal(history.present, before);
      }
      assert.equal(undoEdit(history), history);
      for (const next of edits) {
        history = redoEdit(history);
        assert.equal(history.present, next);
      }
      assert.equal(redoEdit(history), history);
    }),
  );
});

test('what is edited while a save runs stays after it, and otherwise the stored state replaces the form', () => {
  const sent = addEdit(startHistory(''), 'sent', 'name');
  const isSent = (state: string): boolean => state === 'sent';
  const edited = addEdit(sent, 'sent, and typed later', 'name');
  assert.equal(continueHistory(edited, isSent, 'stored').present, 'sent, and typed later');
  assert.deepEqual(continueHistory(sent, isSent, 'stored'), startHistory('stored'));
});

test('edits of one field in a row are undone together', () => {
  let history = addEdit(startHistory(''), 'L', 'name');
  history = addEdit(addEdit(history, 'Lo', 'name'), 'Lo!', 'tags');
  assert.equal(undoEdit(history).present, 'Lo');
  assert.equal(undoEdit(undoEdit(history)).present, '');
  const again = addEdit(undoEdit(history), 'Los', 'tags');
  assert.equal(undoEdit(again).present, 'Lo');
  assert.deepEqual(again.future, []);
});
