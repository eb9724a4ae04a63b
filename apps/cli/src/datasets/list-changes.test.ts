import fc from 'fast-check';
import assert from 'node:assert/strict';
import { findExcess, INPUT_LIMITS, TestBatch } from '@fairtrial/contracts';
import { describe, it } from 'node:test';
import { listChanges, splitChanges, type Hashed, type Move } from './list-changes.ts';

/** Lists in which each id occurs once; few ids and hashes, so that two lists have much in common. */
const someList = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom(...'abcdefghij'.split('')), fc.constantFrom('1', '2'))
    .map(([id, hash]) => ({ id, hash })),
  { selector: ({ id }) => id },
);

/** Applies changes as `POST /datasets/{name}/changes` does. */
function apply(before: readonly Hashed[], after: readonly Hashed[]): readonly Hashed[] {
  const { added, changed, removed, moves } = listChanges(before, after);
  const sent = new Map(after.map((one) => [one.id, one]));
  const changes = new Set(changed);
  const upserted = [
    ...before.map((one) => (changes.has(one.id) ? (sent.get(one.id) ?? one) : one)),
    ...added.flatMap((id) => sent.get(id) ?? []),
  ];
  return moves.reduce<readonly Hashed[]>(
    applyMove,
    upserted.filter(({ id }) => !removed.includes(id)),
  );
}

function applyMove(list: readonly Hashed[], { id, after }: Move): readonly Hashed[] {
  const moved = list.filter((one) => one.id === id);
  const others = list.filter((one) => one.id !== id);
  const at = others.findIndex((one) => one.id === after) + 1;
  return [...others.slice(0, at), ...moved, ...others.slice(at)];
}

/** Tries all sequences of moves, shortest first. */
function leastMoves(from: string, to: string): number {
  let reached = new Set([from]);
  for (let moves = 0; ; moves += 1) {
    if (reached.has(to)) return moves;
    reached = new Set([...reached].flatMap(afterOneMove));
  }
}

function afterOneMove(list: string): string[] {
  return list.split('').flatMap((id) => {
    const rest = list.replace(id, '');
    return Array.from({ length: list.length }, (_, at) => rest.slice(0, at) + id + rest.slice(at));
  });
}

function toList(ids: string): Hashed[] {
  return ids.split('').map((id) => ({ id, hash: '1' }));
}

describe('listChanges', () => {
  it('the changes between two lists turn the first into the second', () => {
    fc.assert(
      fc.property(someList, someList, (before, after) => {
        assert.deepEqual(apply(before, after), after);
      }),
    );
  });

  it('a list of scenarios is reordered with the smallest number of moves', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray('abcde'.split('')), (shuffled) => {
        const to = shuffled.join('');
        const from = shuffled.toSorted().join('');
        const { moves, moved } = listChanges(toList(from), toList(to));
        assert.equal(moves.length, leastMoves(from, to), `${from} to ${to}`);
        assert.deepEqual(
          moved,
          moves.map(({ id }) => id),
        );
      }),
    );
  });

  it('each scenario is listed once, under the change that it has', () => {
    const before = toList('abcd');
    const after = [{ id: 'd', hash: '2' }, ...toList('xab')];
    assert.deepEqual(listChanges(before, after), {
      added: ['x'],
      changed: ['d'],
      moved: [],
      removed: ['c'],
      moves: [
        { id: 'd', after: null },
        { id: 'x', after: 'd' },
      ],
    });
  });

  it('an insertion before other scenarios moves none of them', () => {
    const { moved, moves } = listChanges(toList('a'), toList('xyza'));
    assert.deepEqual(moved, []);
    assert.deepEqual(moves, [{ id: 'a', after: 'z' }]);
  });

  it('compares 100,000 scenarios in reverse order', () => {
    const before = Array.from({ length: 100_000 }, (_, at) => ({ id: `s${at}`, hash: '1' }));
    assert.equal(listChanges(before, before.toReversed()).moves.length, 99_999);
  });
});

const someScenario = fc
  .record({ id: fc.string({ minLength: 1 }), user_message: fc.string({ unit: 'grapheme' }) })
  .map(({ id, user_message }) => TestBatch.parse({ id, interactions: [{ user_message }] }));
const someChanges = fc.record({
  upsert: fc.array(someScenario),
  remove: fc.array(fc.string()),
  order: fc.array(fc.record({ id: fc.string(), after: fc.option(fc.string()) })),
});

describe('splitChanges', () => {
  it('the parts have all changes in their order, and none is larger than allowed', () => {
    fc.assert(
      fc.property(someChanges, (changes) => {
        const parts = splitChanges(changes, { bytes: 300, values: 12, items: 3 });
        for (const list of ['upsert', 'remove', 'order'] as const) {
          assert.deepEqual(
            parts.flatMap<unknown>((part) => part[list]),
            changes[list],
          );
          for (const part of parts) assert.ok(part[list].length <= 3);
        }
        const size = (part: unknown): number => Buffer.byteLength(JSON.stringify(part));
        for (const part of parts) {
          const items = part.upsert.length + part.remove.length + part.order.length;
          assert.ok(items === 1 || size(part) <= 300 + size({ upsert: [], remove: [], order: [] }));
        }
      }),
    );
  });

  it('changes that the service accepts in one request are one part', () => {
    const scenario = TestBatch.parse({ id: 'a', interactions: [{ user_message: 'Hi' }] });
    const changes = { upsert: [scenario], remove: ['b'], order: [{ id: 'a', after: null }] };
    assert.deepEqual(splitChanges(changes), [changes]);
    assert.deepEqual(splitChanges({ upsert: [], remove: [], order: [] }), []);
  });

  it('no part exceeds the limits of a request in bytes, values or items', () => {
    const texts = Array.from({ length: 40 }, () => 'ä'.repeat(500_000));
    const many = Array.from({ length: 20_001 }, (_, at) => `scenario ${at}`);
    const upsert = [...texts, ...many].map((user_message, at) =>
      TestBatch.parse({ id: `s${at}`, tags: ['a', 'b'], interactions: [{ user_message }] }),
    );
    const parts = splitChanges({ upsert, remove: many, order: [] });
    for (const { upsert: sent, remove } of parts) {
      const body = JSON.stringify({ base_version: 999, upsert: sent, remove, order: [] });
      assert.ok(Buffer.byteLength(body) <= INPUT_LIMITS.body_bytes);
      assert.equal(findExcess(body, INPUT_LIMITS), undefined);
      assert.ok(sent.length <= 10_000 && remove.length <= 10_000);
    }
    assert.ok(parts.length <= 7, `${parts.length} parts`);
  });
});
