import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoFaults, openConsole, takeScreenshot } from '../support/browser/open-console.ts';
import { runLabelled, startLabellingEndpoint } from '../support/data/labelled-runs.ts';

const OVER = 'document.documentElement.scrollWidth - window.innerWidth';

describe('the places of the console', () => {
  it('have room on wide and narrow screens: no page scrolls sideways', async () => {
    await using environment = await openConsole();
    await using endpoint = await startLabellingEndpoint();
    const changes = { endpoint: `${endpoint.url}/v1`, attempts: 3, tags: ['nightly', 'main'] };
    const first = await runLabelled(environment.evals, { ...changes, model_id: 'steady' });
    const { run_id } = await runLabelled(environment.evals, {
      ...changes,
      model_id: 'worse',
      baseline: first.run_id,
      gates: ['overall >= 0.8', 'latency.p95 < 30s'],
    });
    const screens = [
      ['overview', '/', 'Recent runs'],
      ['runs', '/console/runs', 'worse'],
      ['run', `/console/runs/${run_id}`, '9 interactions'],
      ['run-compare', `/console/runs/${run_id}?tab=compare`, 'Scenarios 9'],
      ['settings', '/console/settings', 'Storage'],
    ] as const;
    for (const [name, path, said] of screens) {
      await using tab = await environment.open(path, { width: 1440 });
      const { page } = tab;
      await page.getByText(said).first().waitFor({ state: 'attached' });
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        assert.ok((await page.evaluate<number>(OVER)) <= 0, `${name} at ${width} pixels`);
        await takeScreenshot(page, `${name}-${width}`);
      }
      assertNoFaults(tab);
    }
  });
});
