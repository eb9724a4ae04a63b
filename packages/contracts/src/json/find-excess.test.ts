import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findExcess, isTooDeep, type JsonLimit } from './find-excess.ts';

type Sizes = Readonly<Record<JsonLimit, number>>;

/** Measures a value by walking it. */
function sizesOf(value: unknown): Sizes {
  const sizes = {
    depth: 0,
    values: 0,
    list_items: 0,
    object_keys: 0,
    key_chars: 0,
    string_chars: 0,
  };
  const grow = (limit: JsonLimit, size: number): void => {
    sizes[limit] = Math.max(sizes[limit], size);
  };
  const walk = (item: unknown, depth: number): void => {
    if (typeof item === 'string') grow('string_chars', JSON.stringify(item).length - 2);
    if (typeof item !== 'object' || item === null) return;
    grow('depth', depth + 1);
    const children = Object.entries(item);
    grow(Array.isArray(item) ? 'list_items' : 'object_keys', children.length);
    for (const [key, child] of children) {
      if (!Array.isArray(item)) grow('key_chars', JSON.stringify(key).length - 2);
      walk(child, depth + 1);
    }
  };
  walk(value, 0);
  return sizes;
}

const COUNTED = ['depth', 'list_items', 'object_keys', 'key_chars', 'string_chars'] as const;

describe('findExcess', () => {
  it('accepts every JSON value at its exact size and reports it one below', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(...COUNTED), (value, limit) => {
        const json = JSON.stringify(value);
        const size = sizesOf(value)[limit];
        assert.equal(findExcess(json, { [limit]: size }), undefined);
        // findExcess sees that an array or object has items only once there is a comma.
        const least = limit === 'list_items' || limit === 'object_keys' ? 2 : 1;
        if (size >= least) assert.equal(findExcess(json, { [limit]: size - 1 })?.limit, limit);
      }),
    );
  });

  it('counts at least the actual number of values and at most twice that', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const count = (item: unknown): number =>
          typeof item === 'object' && item !== null
            ? Object.values(item).reduce((sum: number, child) => sum + count(child), 1)
            : 1;
        const json = JSON.stringify(value);
        assert.equal(findExcess(json, { values: 2 * count(value) }), undefined);
        if (count(value) > 1) assert.ok(findExcess(json, { values: Math.ceil(count(value) / 2) }));
      }),
    );
  });

  it('points to the value that is too large', () => {
    const json = '{"a/b": [1, {"c": [[1, 2, 3]]}], "d": "long text"}';
    assert.deepEqual(findExcess(json, { list_items: 2 }), {
      limit: 'list_items',
      pointer: '/a~1b/1/c/0',
    });
    assert.deepEqual(findExcess(json, { string_chars: 5 }), {
      limit: 'string_chars',
      pointer: '/d',
    });
    assert.deepEqual(findExcess(json, { depth: 3 }), { limit: 'depth', pointer: '/a~1b/1/c' });
    assert.deepEqual(findExcess(json, { values: 3 }), { limit: 'values', pointer: '' });
  });

  it('reads escaped quotes and brackets in strings as text', () => {
    assert.equal(findExcess('"\\\\\\"[[[["', { depth: 1 }), undefined);
    assert.equal(findExcess('["a\\\\", [["b"]]]', { depth: 2 })?.limit, 'depth');
  });

  it('never throws for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', ',', ':', '\\', 'a') }),
        (text) => {
          findExcess(text, { depth: 2, values: 5, list_items: 2, object_keys: 2, key_chars: 2 });
        },
      ),
    );
  });
});

describe('isTooDeep', () => {
  it('counts lists and objects, not brackets inside strings', () => {
    assert.ok(!isTooDeep('['.repeat(64) + ']'.repeat(64)));
    assert.ok(isTooDeep('['.repeat(65) + ']'.repeat(65)));
    assert.ok(isTooDeep('{"a":'.repeat(65) + '1' + '}'.repeat(65)));
    assert.ok(!isTooDeep(JSON.stringify(`${'['.repeat(100)}"\\`)));
    assert.ok(!isTooDeep(JSON.stringify(Array.from({ length: 100 }, () => [[]]))));
  });

  it('accepts every value of moderate depth', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 5 }), (json) => !isTooDeep(json)));
  });
});
