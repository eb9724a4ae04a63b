import { findExcess, INPUT_LIMITS, TestBatch } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitChanges } from './split-changes.ts';

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
