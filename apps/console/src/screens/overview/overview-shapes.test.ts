import type { RunHead } from '@assay/contracts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleComparison, exampleScenario } from '../../testing/example-comparison.ts';
import { countUpdates } from './count-updates.ts';
import { readOverviewSearch } from './overview-search.ts';
import { sayScore, sayVerdict } from './say-verdict.ts';

function exampleRun(changes: Partial<RunHead> = {}): RunHead {
  return {
    run_id: 'b' as never,
    project: 'p',
    state: 'completed',
    test_name: 'nightly',
    endpoint: 'http://x',
    model_id: 'v2',
    attempts: 5,
    tags: [],
    created_at: '2026-11-14T21:40:00Z',
    finished_at: '2026-11-14T21:41:00Z',
    turns: { finished: 10, total: 10 },
    failed_turns: 0,
    scores: { overall: 0.839 },
    overview: null,
    ...changes,
  };
}

const LATEST = exampleRun();

test('the verdict names what regressed, the worst first, and what improved beside it', () => {
  const scenarios = [
    exampleScenario('down 0', -0.09, 'regressed'),
    exampleScenario('far down 1', -0.3, 'regressed'),
    exampleScenario('up 2', 0.08, 'improved'),
    exampleScenario('calm 3', 0, 'same'),
  ];
  assert.deepEqual(sayVerdict(LATEST, exampleComparison({ scenarios })), {
    tone: 'bad',
    text: 'The latest run, v2, regressed in 2 of 4 scenarios: far down 1 −0.30, down 0 −0.09.',
    rest: 'It improved in 1: up 2 +0.08.',
  });
});

test('the verdict names at most three of many', () => {
  const scenarios = Array.from({ length: 5 }, (_, at) =>
    exampleScenario(`s ${at}`, 0.1 + at / 100, 'improved'),
  );
  const { tone, text } = sayVerdict(LATEST, exampleComparison({ scenarios }));
  assert.equal(tone, 'ok');
  assert.match(
    text,
    /improved in 5 of 5 scenarios: s 4 \+0\.14, s 3 \+0\.13, s 2 \+0\.12 and 2 more\.$/,
  );
});

test('noise is called noise, and one attempt is called too few', () => {
  const calm = exampleComparison({ scenarios: [exampleScenario('calm 0', -0.2, 'inconclusive')] });
  assert.equal(sayVerdict(LATEST, calm).text, 'No change beyond noise in 1 scenario.');
  const once = exampleComparison({ scenarios: [exampleScenario('once 0', -0.2)] });
  assert.match(sayVerdict(LATEST, once).rest, /^That is −0\.010, and with one attempt a side/);
  assert.match(sayVerdict(LATEST, exampleComparison()).rest, /no scored scenario in common/);
  assert.equal(sayScore(LATEST, '').text, 'The latest run, v2, scored 0.839.');
  const unscored = exampleRun({ scores: {} });
  assert.equal(sayScore(unscored, '').text, 'The latest run, v2, has no score.');
});

test('news are runs that began or ended since the page looked, not those that slid up', () => {
  const run = (id: string, state: RunHead['state']) => exampleRun({ run_id: id as never, state });
  const shown = [run('5', 'running'), run('4', 'completed')];
  const newest = [run('7', 'running'), run('5', 'completed'), run('4', 'completed')];
  assert.equal(countUpdates(shown, newest), 2);
  assert.equal(countUpdates(shown, [run('5', 'running'), run('3', 'completed')]), 0);
  assert.equal(countUpdates([], [run('1', 'running')]), 1);
});

test('a wrong URL of the overview is as if it said nothing', () => {
  assert.deepEqual(
    readOverviewSearch({ test: '', row: 'x', picked: 'a.b', pass_threshold: 2 }),
    {},
  );
  assert.deepEqual(readOverviewSearch({ test: 12, row: 3, pass_threshold: 0.8 }), {
    test: '12',
    row: 3,
    pass_threshold: 0.8,
  });
});
