import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { fieldErrors } from './field-errors.ts';
import { fromPointer } from '../json/json.ts';

function errorsOf(schema: z.ZodType, value: unknown): ReturnType<typeof fieldErrors> {
  const result = schema.safeParse(value, { reportInput: true });
  assert.ok(result.error);
  return fieldErrors(result.error);
}

function follow(value: unknown, pointer: string): unknown {
  return fromPointer(pointer).reduce<unknown>(
    (at, key) => (at as Record<string, unknown>)[key],
    value,
  );
}

test('fieldErrors points to the invalid value for any key', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(3), (key, index) => {
      fc.pre(key !== '__proto__');
      const list = [1, 2, 3, 4, 5].map((n, at) => (at === index ? 'wrong' : n));
      const value = { [key]: list };
      const [error] = errorsOf(z.record(z.string(), z.array(z.number())), value);
      assert.equal(follow(value, error?.pointer ?? ''), 'wrong');
    }),
  );
});

test('fieldErrors reports the errors of the intended union branch', () => {
  const Batch = z.object({ items: z.array(z.object({ text: z.string() })) });
  const schema = z.object({ batch: z.union([Batch, z.array(Batch)]) });
  const pointers = (value: unknown): string[] =>
    errorsOf(schema, value).map((error) => error.pointer);
  assert.deepEqual(pointers({ batch: { items: [{}] } }), ['/batch/items/0/text']);
  assert.deepEqual(pointers({ batch: [{ items: [{ text: 1 }] }] }), ['/batch/0/items/0/text']);
  assert.deepEqual(pointers({ batch: 'no' }), ['/batch']);
});

test('fieldErrors points to an unknown field', () => {
  const schema = z.object({ judge: z.strictObject({ samples: z.int() }) });
  assert.deepEqual(errorsOf(schema, { judge: { samples: 1, sampels: 3 } }), [
    { pointer: '/judge/sampels', detail: 'is not a known field' },
  ]);
});

test('fieldErrors has the message of a union by type for an unknown type', () => {
  const options = { error: 'is not a known type' };
  const schema = z.discriminatedUnion('type', [z.object({ type: z.literal('a') })], options);
  assert.deepEqual(errorsOf(schema, { type: 'b' }), [
    { pointer: '/type', detail: 'is not a known type' },
  ]);
});
