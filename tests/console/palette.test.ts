import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { THEMES, takeScreenshot } from '../support/browser/take-screenshot.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

/** Opens the palette and waits until it accepts input. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('[role=dialog] input:focus').waitFor();
}

describe('the frame of every screen', () => {
  let environment: ConsoleEnvironment;

  before(async () => {
    environment = await openConsole({
      ENDPOINTS: 'http://127.0.0.1:8000;key=endpoint-secret',
      AGENT_URL: 'http://127.0.0.1:8000',
      FAIRTRIAL_SIMULATED: '1',
    });
    const asked = { endpoint: environment.endpoint, model_id: 'sim/v1' };
    await evaluate(environment.evals, { ...asked, test_name: 'nightly regression' });
    await evaluate(environment.evals, { ...asked, test_name: 'smoke' });
  });
  after(() => environment[Symbol.asyncDispose]());

  for (const theme of THEMES) {
    it(`has a palette that opens any screen by its name (${theme})`, async () => {
      await using tab = await environment.open('/console/runs', { theme });
      const { page } = tab;
      await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Go to' });
      await palette.getByRole('option', { name: /smoke/ }).waitFor();
      await assertAccessible(page, 'the palette');
      await takeScreenshot(page, `palette-${theme}`);
      await page.keyboard.type('play');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/console/playground');
      await openPalette(page);
      await page.keyboard.type('nightly');
      await palette.getByRole('option', { name: /nightly regression/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'nightly regression' }).waitFor();
      await openPalette(page);
      await page.keyboard.type('zzzz');
      await palette.getByRole('option', { name: 'Runs with “zzzz” in their name' }).waitFor();
      await assertAccessible(page, 'a palette without a match');
      await page.keyboard.press('Enter');
      await waitForVisible(page.getByText('No runs match the filter.'));
      await page.keyboard.press('Control+k');
      await palette.waitFor();
      await page.keyboard.type('smoke');
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'hidden' });
      await openPalette(page);
      await page.keyboard.type('theme');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await palette.waitFor({ state: 'hidden' });
      assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
      assertNoFaults(tab);
    });

    it(`has a page with a URL that shows the configuration of the service (${theme})`, async () => {
      await using tab = await environment.open('/', { theme });
      const { page } = tab;
      await waitForVisible(page.getByText('Simulated', { exact: true }));
      await page.keyboard.press('g');
      await page.keyboard.press('s');
      await page.waitForURL('**/console/settings');
      const main = page.getByRole('main');
      await waitForVisible(main.getByText('until they are deleted'));
      const said = await main.innerText();
      assert.match(said, /ENDPOINTS\s+✓ set/);
      assert.match(said, /OPENAI_API_KEY\s+– not set/);
      assert.match(said, /0\.1\.0/);
      assert.doesNotMatch(said, /secret/);
      await assertAccessible(page, 'the settings');
      await takeScreenshot(page, `settings-${theme}`);
      assertNoFaults(tab);
    });
  }
});
