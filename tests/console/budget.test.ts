import { createClient } from '@assay/client';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { seedRuns, type SeededRuns } from '../support/data/seed-runs.ts';

const KB = 1024;
const MAX_SCRIPT_BYTES = 250 * KB;
const MAX_STYLE_BYTES = 20 * KB;

const SCENARIO = { id: 'hello', interactions: [{ user_message: 'Hello' }] };

/** Cumulative layout shift since the page started to load. */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0;
  const add = (list) => list.forEach(({ value }) => { sum += value; });
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => { add(observer.takeRecords()); resolve(sum); }, 200);
})`;

describe('the first load of a screen', () => {
  let environment: ConsoleEnvironment;
  let runs: SeededRuns;

  before(async () => {
    environment = await openConsole();
    runs = await seedRuns(environment);
    const client = createClient({ baseUrl: environment.evals.url });
    await client.datasets.save('support', { scenarios: [SCENARIO] });
  });
  after(() => environment[Symbol.asyncDispose]());

  const screens = (): readonly string[] => {
    const run = `/console/runs/${runs.candidate.run_id}`;
    const pair = `baseline=${runs.baseline.run_id}&candidate=${runs.candidate.run_id}`;
    return [
      '/',
      '/console/new',
      '/console/runs',
      run,
      `${run}/0/1`,
      `/console/compare?${pair}`,
      '/console/playground',
      '/console/datasets',
      '/console/datasets/support',
      '/console/datasets/support?tab=versions',
      '/console/import',
      '/console/new?dataset=support@1',
    ];
  };

  it('is small, and loads nothing from other origins', async (t) => {
    for (const path of screens()) {
      await using tab = await environment.open(path);
      const { page } = tab;
      await page.waitForLoadState('networkidle');
      const sizes = { script: 0, style: 0 };
      const urls = await page.evaluate<readonly string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => name)`,
      );
      for (const url of new Set(urls.filter((one) => /\.(js|css)$/.test(one)))) {
        const body = Buffer.from(await (await fetch(url)).arrayBuffer());
        sizes[url.endsWith('.js') ? 'script' : 'style'] += gzipSync(body).length;
      }
      t.diagnostic(`${path}: ${JSON.stringify(sizes)}`);
      assert.ok(
        sizes.script > 0 && sizes.script <= MAX_SCRIPT_BYTES,
        `${path}: ${sizes.script} bytes`,
      );
      assert.ok(sizes.style > 0 && sizes.style <= MAX_STYLE_BYTES, `${path}: ${sizes.style} bytes`);
      assertNoFaults(tab);
    }
  });

  it('causes no layout shift', async (t) => {
    for (const path of screens()) {
      await using tab = await environment.open(path);
      await tab.page.waitForLoadState('networkidle');
      const shift = await tab.page.evaluate<number>(SHIFTS);
      t.diagnostic(`${path}: ${shift}`);
      assert.ok(shift < 0.01, `${path} shifts by ${shift}`);
    }
  });
});
