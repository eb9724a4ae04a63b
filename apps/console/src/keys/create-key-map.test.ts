import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyMap, type KeyBinding } from './create-key-map.ts';

function listen(...keys: readonly string[]): {
  readonly done: string[];
  readonly bindings: readonly KeyBinding[];
} {
  const done: string[] = [];
  const bindings = keys.map((one) => ({ keys: one, label: one, run: () => done.push(one) }));
  return { done, bindings };
}

describe('createKeyMap', () => {
  it('runs the binding of a key and ignores other keys', () => {
    const map = createKeyMap();
    const { done, bindings } = listen('j', 'Enter');
    map.add(() => bindings);
    assert.deepEqual(
      ['j', 'q', 'Enter'].map((key) => map.press(key, 0)),
      [true, false, true],
    );
    assert.deepEqual(done, ['j', 'Enter']);
  });

  it('runs bindings of key pairs, and forgets the first key after a timeout', () => {
    const map = createKeyMap();
    const { done, bindings } = listen('g r', 'r');
    map.add(() => bindings);
    map.press('g', 0);
    map.press('r', 100);
    map.press('g', 1000);
    map.press('r', 9000);
    assert.deepEqual(done, ['g r', 'r']);
  });

  it('the binding added last takes a key until it is removed', () => {
    const map = createKeyMap();
    const page = listen('Escape');
    const drawer = listen('Escape');
    map.add(() => page.bindings);
    const remove = map.add(() => drawer.bindings);
    map.press('Escape', 0);
    remove();
    map.press('Escape', 0);
    assert.deepEqual([drawer.done, page.done], [['Escape'], ['Escape']]);
    assert.equal(map.list().length, 1);
  });

  it('leaves a key to text fields if its binding says so', () => {
    const map = createKeyMap();
    const done: string[] = [];
    const run = (): void => void done.push('undo');
    map.add(() => [{ keys: 'Ctrl-z', label: 'Undo', run, outsideText: true }]);
    assert.equal(map.press('Ctrl-z', 0, true), false);
    assert.equal(map.press('Ctrl-z', 0, false), true);
    assert.deepEqual(done, ['undo']);
  });
});
