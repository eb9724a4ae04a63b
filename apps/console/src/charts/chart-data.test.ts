import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleComparison, exampleScenario } from '../testing/example-comparison.ts';
import { exampleHeadline, exampleRun } from '../testing/example-run.ts';
import { forestRows, trendPoints } from './chart-data.ts';

const SCENARIOS = [
  exampleScenario('steady', 0.01, 'no_change_found'),
  exampleScenario('up', 0.2, 'improved'),
  exampleScenario('not known', -0.5),
  exampleScenario('down', -0.1, 'regressed'),
  exampleScenario('fell a little', -0.01, 'no_change_found'),
];

test('forest plot lists regressed, then improved, then other scenarios, and links to their replies', () => {
  assert.deepEqual(
    forestRows(exampleComparison({ scenarios: SCENARIOS })).map(({ name, href }) => [name, href]),
    ['down', 'up', 'fell a little', 'steady'].map((name) => [
      name,
      '/console/runs/b/0/0?baseline=a',
    ]),
  );
});

test('forest plot by similarity says less and more similar, and uses no red', () => {
  const rows = forestRows(exampleComparison({ scenarios: SCENARIOS, basis: 'similarity' }));
  assert.deepEqual(
    rows.map(({ status }) => status.label),
    ['less similar', 'more similar', 'no change found', 'no change found'],
  );
  assert.ok(rows.every(({ status }) => status.tone !== 'bad'));
});

test('trend labels runs by hour within a day and by day otherwise', () => {
  const run = (created_at: string) => exampleRun({ created_at });
  const [first] = trendPoints([run('2026-11-14T09:05:00Z'), run('2026-11-14T10:05:00Z')]);
  assert.match(first?.label ?? '', /^\d\d:05$/);
  const days = trendPoints([run('2026-11-10T12:00:00Z'), run('2026-11-14T12:00:00Z')]);
  assert.deepEqual(
    days.map(({ label }) => label),
    ['10 Nov', '14 Nov'],
  );
});

test('trend shows a run with failed requests as a gap with its reason, not as a point at 0', () => {
  const headline = exampleHeadline({ result: 'requests_failed', exit_code: 3 });
  const overview = { headline, ci95: null, latency_ms: null, verdict: null, gate: null };
  const dead = exampleRun({ scores: { answered: 0 }, overview });
  const halfDead = exampleRun({ scores: { answered: 0.5, overall: 0.4 }, overview });
  const points = trendPoints([exampleRun(), dead, halfDead]);
  assert.deepEqual(
    points.map(({ mean, gap }) => [mean, gap]),
    [
      [0.839, undefined],
      [null, 'requests failed'],
      [null, 'requests failed'],
    ],
  );
});

test('trend omits a run without a score and without a headline', () => {
  assert.deepEqual(trendPoints([exampleRun({ scores: null, overview: null })]), []);
});
