import type { Comparison, RunHead } from '@assay/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forestRows, trendPoints } from './chart-data.ts';

function scenario(name: string, delta: number | null, result: string): object {
  return {
    name,
    delta,
    ci95: [0, 1],
    verdict: delta === null ? null : { result, interval: null },
  };
}

test('the forest begins with what got worse, then what got better, then noise', () => {
  const scenarios = [
    scenario('same', 0.01, 'same'),
    scenario('up', 0.2, 'improved'),
    scenario('one attempt', null, ''),
    scenario('down', -0.1, 'regressed'),
    scenario('fell a little', -0.01, 'inconclusive'),
  ] as unknown as Comparison['scenarios'];
  assert.deepEqual(
    forestRows({ scenarios }).map(({ name }) => name),
    ['down', 'up', 'fell a little', 'same'],
  );
});

test('a trend has the runs that have a score, by the hour within a day and by the day beyond', () => {
  const run = (created_at: string, overall?: number): RunHead =>
    ({
      created_at,
      model_id: 'm',
      scores: overall === undefined ? null : { overall },
      overview: null,
    }) as never;
  const [first, ...rest] = trendPoints([
    run('2026-11-14T09:05:00Z', 0.5),
    run('2026-11-14T10:05:00Z', 0.6),
    run('2026-11-14T11:05:00Z'),
  ]);
  assert.match(first?.label ?? '', /^\d\d:05$/);
  assert.equal(rest.length, 1);
  const days = trendPoints([run('2026-11-10T12:00:00Z', 0.5), run('2026-11-14T12:00:00Z', 0.6)]);
  assert.deepEqual(
    days.map(({ label }) => label),
    ['10 Nov', '14 Nov'],
  );
});
