import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { findProblems } from '../support/browser/find-problems.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  THEMES,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { runLabelled, startLabellingEndpoint } from '../support/data/labelled-runs.ts';
import { seedRuns } from '../support/data/seed-runs.ts';
import {
  startSimulatedAgent,
  type SimulatedAgent,
} from '../support/services/start-simulated-agent.ts';

type Screen = readonly [name: string, path: string, said: RegExp | string];

const WIDTHS = [1440, 1024, 390];
describe('every screen of the console', () => {
  let backend: SimulatedAgent;
  let environment: ConsoleEnvironment;
  let screens: readonly Screen[];

  before(async () => {
    backend = await startSimulatedAgent();
    environment = await openConsole({ AGENT_URL: backend.agent.url });
    const { baseline, candidate } = await seedRuns(environment);
    const labelled = await seedLabelled(environment);
    const run = `/console/runs/${candidate.run_id}`;
    const pair = `baseline=${baseline.run_id}`;
    screens = [
      ['overview', '/', 'Recent runs'],
      ['overview-labels', '/?test=labels', 'Recent runs'],
      ['runs', '/console/runs', 'Nightly regression'],
      ['run', run, /39 interactions/],
      ['run-compare', `${run}?tab=compare`, 'bank-lost-card'],
      ['run-setup', `${run}?tab=setup`, '9 scenarios, 39 interactions'],
      ['run-log', `${run}?tab=log`, /ago|:\d\d/],
      ['run-gates', `/console/runs/${labelled}`, '9 interactions'],
      ['reply', `${run}/0/1`, 'Why this score'],
      ['reply-pair', `${run}/0/1?${pair}`, 'Reply of the candidate'],
      ['compare', `/console/compare?candidate=${candidate.run_id}&${pair}`, 'bank-lost-card'],
      ['new-run', '/console/new', '3 · Plan'],
      ['playground', '/console/playground', 'Playground'],
      ['settings', '/console/settings', 'Storage'],
    ];
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await backend[Symbol.asyncDispose]();
  });

  it('fits 1440, 1024 and 390 pixels in both themes: no horizontal scrolling, no overlapping text', async () => {
    await using tab = await environment.open('/', { width: 1440 });
    const problems: string[] = [];
    for (const [name, path, said] of screens) {
      await tab.page.goto(environment.evals.url + path);
      await waitForVisible(tab.page.getByText(said));
      await tab.page.waitForLoadState('networkidle');
      for (const width of WIDTHS) {
        await tab.page.setViewportSize({ width, height: 900 });
        for (const problem of await findProblems(tab.page)) {
          problems.push(`${name} at ${width} pixels: ${problem}`);
        }
        if (process.env['SCREENSHOTS'] !== undefined)
          await showThemes(tab.page, `${name}-${width}`);
      }
      await assertAccessible(tab.page, `${name} at ${WIDTHS.at(-1)} pixels`);
    }
    assert.deepEqual(problems, []);
    assertNoFaults(tab);
  });
});

/** Seeds three attempts at nine labels, worse than their baseline, with gates and tags. Returns the id of the run. */
async function seedLabelled({ evals }: ConsoleEnvironment): Promise<string> {
  await using endpoint = await startLabellingEndpoint();
  const changes = { endpoint: `${endpoint.url}/v1`, attempts: 3, tags: ['nightly', 'main'] };
  const first = await runLabelled(evals, { ...changes, model_id: 'steady' });
  const second = await runLabelled(evals, {
    ...changes,
    model_id: 'worse',
    baseline: first.run_id,
    gates: ['overall >= 0.8', 'latency.p95 < 30s'],
  });
  return second.run_id;
}

/** Takes screenshots for review. Layout and text do not depend on the theme, so without a folder none are taken. */
async function showThemes(page: Page, name: string): Promise<void> {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await takeScreenshot(page, `${name}-${theme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
