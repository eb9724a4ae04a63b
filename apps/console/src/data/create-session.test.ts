import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from './create-session.ts';

function memory(): Storage & Record<string, string> {
  const map = new Map<string, string>();
  return {
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, value: string) => void map.set(name, value),
    removeItem: (name: string) => void map.delete(name),
  } as never;
}

test('session keeps the API key for the tab, and asks for another after a 401', () => {
  const store = memory();
  const session = createSession(store);
  let told = 0;
  session.subscribe(() => (told += 1));
  assert.deepEqual(session.read(), { apiKey: undefined, isRefused: false });
  session.refuse();
  session.refuse();
  assert.deepEqual([session.read().isRefused, told], [true, 1]);
  session.signIn('k1');
  assert.deepEqual(session.read(), { apiKey: 'k1', isRefused: false });
  assert.equal(createSession(store).read().apiKey, 'k1');
  session.signOut();
  assert.equal(createSession(store).read().apiKey, undefined);
});
