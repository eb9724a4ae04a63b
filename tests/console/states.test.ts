import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  THEMES,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { seedRuns } from '../support/data/seed-runs.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

const PROBLEM = {
  type: 'urn:assay:problem:internal',
  title: 'Something broke',
  status: 500,
  detail: 'an unexpected error',
  instance: '/runs',
  code: 'internal',
  request_id: 'request-42',
};

describe('a screen', () => {
  let environment: ConsoleEnvironment;
  let screens: readonly (readonly [name: string, path: string])[];

  before(async () => {
    environment = await openConsole();
    const { candidate } = await seedRuns(environment);
    const run = `/console/runs/${candidate.run_id}`;
    screens = [
      ['runs', '/console/runs'],
      ['run', run],
      ['interaction', `${run}/0/1`],
    ];
  });
  after(() => environment[Symbol.asyncDispose]());

  /** Opens a screen whose requests the test answers. */
  const openWith = async (
    path: string,
    theme: 'light' | 'dark',
    answer: Parameters<Page['route']>[1],
  ): Promise<Awaited<ReturnType<ConsoleEnvironment['open']>>> => {
    const tab = await environment.open('/console/nowhere', { theme });
    await tab.page.route(/\/runs(\/|\?|$)/, async (route, request) => {
      if (request.resourceType() === 'document' || request.url().includes('/console/')) {
        await route.continue();
      } else {
        await answer(route, request);
      }
    });
    await tab.page.goto(environment.evals.url + path);
    return tab;
  };

  for (const theme of THEMES) {
    it(`with slow data shows placeholders, then the data (${theme})`, async () => {
      for (const [name, path] of screens) {
        let open: () => void = () => undefined;
        const gate = new Promise<void>((resolve) => (open = resolve));
        await using tab = await openWith(path, theme, async (route) => {
          await gate;
          await route.continue();
        });
        const { page } = tab;
        await page.locator('.skeleton').first().waitFor();
        await takeScreenshot(page, `${name}-loading-${theme}`);
        await assertAccessible(page, `${name}, loading`);
        open();
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        assertNoFaults(tab);
      }
    });

    it(`with unavailable data shows the error, and can retry (${theme})`, async () => {
      for (const [name, path] of screens) {
        let isBroken = true;
        await using tab = await openWith(path, theme, async (route) => {
          if (isBroken) await route.fulfill({ status: 500, json: PROBLEM });
          else await route.continue();
        });
        const { page } = tab;
        await waitForVisible(page.getByText('an unexpected error'));
        await waitForVisible(page.getByText('request-42'));
        await takeScreenshot(page, `${name}-failed-${theme}`);
        await assertAccessible(page, `${name}, failed`);
        isBroken = false;
        await page.getByRole('button', { name: 'Retry' }).first().click();
        await page.getByRole('alert').first().waitFor({ state: 'detached' });
        await page.getByRole('heading', { level: 1 }).waitFor();
        assertNoFaults(tab);
      }
    });
  }
});
