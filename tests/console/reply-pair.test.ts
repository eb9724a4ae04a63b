import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { findOverlaps } from '../support/browser/find-overlaps.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  THEMES,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import { seedRuns, type SeededRuns } from '../support/data/seed-runs.ts';

describe('the paired replies of two runs', () => {
  let environment: ConsoleEnvironment;
  let runs: SeededRuns;
  let path: string;

  before(async () => {
    environment = await openConsole();
    runs = await seedRuns(environment);
    path = `/console/runs/${runs.candidate.run_id}`;
  });
  after(() => environment[Symbol.asyncDispose]());

  for (const theme of THEMES) {
    it(`are compared word by word, attempt by attempt, with the whole state in the URL (${theme})`, async () => {
      const url = `${path}/3/1?baseline=${runs.baseline.run_id}&attempt=2`;
      await using tab = await environment.open(url, { theme });
      const { page } = tab;
      const old = page.getByRole('region', { name: 'Reply of the baseline' });
      const now = page.getByRole('region', { name: 'Reply of the candidate' });
      await waitForVisible(old.getByText('attempt 1'));
      await waitForVisible(now.getByText('attempt 3'));
      await old.locator('del').first().waitFor();
      await now.locator('ins').first().waitFor();
      await assertAccessible(page, 'two replies');
      await takeScreenshot(page, `interaction-pair-${theme}`);
      const attempts = page.getByRole('group', { name: 'Attempt of the baseline' });
      await attempts.getByRole('button', { name: /^Attempt 1:/ }).focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL('**&baseline_attempt=1');
      await waitForVisible(old.getByText('attempt 2'));
      await page.getByRole('button', { name: 'The reference' }).click();
      await page.waitForURL('**&against=reference');
      await page.reload();
      await waitForVisible(old.getByText('attempt 2'));
      await waitForVisible(old.getByText('underlined: only in the reply'));
      await page.getByRole('button', { name: 'Turn 3', exact: true }).click();
      await page.waitForURL(/\/3\/2\?.*baseline=/);
      await waitForVisible(now.getByText(/^Reply of the candidate/));
      await page.getByRole('button', { name: 'Show this run only' }).click();
      await page.getByRole('list', { name: 'Why this score' }).waitFor();
      assertNoFaults(tab);
    });
  }

  it('are not shown if the baseline does not have the turn, and the page explains it', async () => {
    const { run_id } = await evaluate(environment.evals, {
      endpoint: environment.endpoint,
      model_id: 'sim/v1',
      test_batch: { id: 'another', interactions: [{ user_message: 'x', reference_reply: 'y' }] },
    });
    await using tab = await environment.open(`${path}/0/0?baseline=${run_id}`);
    await waitForVisible(tab.page.getByText('The baseline does not have this turn.'));
    await tab.page.goto(`${environment.evals.url}${path}/0/0?baseline=nonsense`);
    await waitForVisible(tab.page.getByText(/The baseline cannot be shown: /));
    await assertAccessible(tab.page, 'a baseline that is not there');
    assertNoFaults(tab);
  });

  for (const width of [1440, 1024, 390]) {
    it(`fit a screen of ${width} pixels, side by side and single`, async () => {
      await using tab = await environment.open(`${path}/0/1`, { width });
      const { page } = tab;
      for (const query of ['', `?baseline=${runs.baseline.run_id}`]) {
        await page.goto(`${environment.evals.url}${path}/0/1${query}`);
        await page.getByRole('list', { name: /^Why / }).first().waitFor();
        assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
        assert.deepEqual(await findOverlaps(page), []);
      }
      assertNoFaults(tab);
    });
  }
});
