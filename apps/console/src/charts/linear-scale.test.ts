import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearScale, niceDomain } from './linear-scale.ts';

test('a linear scale maps the ends of its domain to the ends of its pixels, also for an axis that grows downwards', () => {
  const x = linearScale([0, 4], [10, 90]);
  const y = linearScale([0.5, 1], [120, 8]);
  assert.deepEqual([x(0), x(1), x(4)], [10, 30, 90]);
  assert.deepEqual([y(0.5), y(0.75), y(1)], [120, 64, 8]);
});

test('a linear scale of a single value maps it to the middle', () => {
  assert.equal(linearScale([3, 3], [0, 10])(3), 5);
});

test('ticks are round values inside the domain', () => {
  assert.deepEqual(linearScale([0, 1], [0, 10]).ticks(4), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(linearScale([-0.05, 0.05], [0, 10]).ticks(4), [-0.04, -0.02, 0, 0.02, 0.04]);
});

test('a nice domain contains the domain and ends at round values', () => {
  assert.deepEqual(niceDomain([-0.043, 0.043], 4), [-0.06, 0.06]);
  assert.deepEqual(niceDomain([0, 3712], 4), [0, 4000]);
});
