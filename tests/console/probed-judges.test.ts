import type { ProbedJudge } from '@assay/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { findOverlaps } from '../support/browser/find-overlaps.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { evaluate } from '../support/calls/evaluate.ts';

const PROBED: ProbedJudge = {
  model: 'vendor/judge-1',
  prompt_digest: '0123456789abcdef',
  probe: {
    probed_at: '2026-11-14T21:40:00Z',
    items: 44,
    false_alarms: { asked: 8, hit: 1 },
    by_fault: { number: { asked: 8, hit: 8 }, promise: { asked: 8, hit: 7 } },
  },
};
const NOT_PROBED: ProbedJudge = {
  model: 'vendor/judge-2',
  prompt_digest: 'f'.repeat(16),
  probe: null,
};
const JUDGES = [PROBED, NOT_PROBED];

describe('the hit rates of judges', () => {
  let environment: ConsoleEnvironment;

  before(async () => {
    environment = await openConsole();
  });
  after(() => environment[Symbol.asyncDispose]());

  /** Adds judges with known hit rates to the answers of the service. */
  const addJudges = async (page: Page, runId: string): Promise<void> => {
    await page.route(
      ({ pathname }) => pathname === '/settings',
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          json: { ...(await response.json()), judge_probes: JUDGES },
        });
      },
    );
    await page.route(
      ({ pathname }) => pathname === `/runs/${runId}`,
      async (route) => {
        const response = await route.fetch();
        const run = await response.json();
        await route.fulfill({
          response,
          json: { ...run, result: { ...run.result, judges: JUDGES } },
        });
      },
    );
  };

  it('are shown by planted fault in the settings and in the setup of a run', async () => {
    const { run_id } = await evaluate(environment.evals, {
      endpoint: environment.endpoint,
      model_id: 'sim/echo',
    });
    await using tab = await environment.open('/console/runs');
    const { page } = tab;
    await addJudges(page, run_id);
    for (const path of ['/console/settings', `/console/runs/${run_id}?tab=setup`]) {
      await page.goto(environment.evals.url + path);
      const lines = page.locator('section', {
        has: page.getByRole('heading', { name: 'Planted faults that vendor/judge-1 finds' }),
      });
      await waitForVisible(lines.getByText('14 Nov 2026'));
      const texts = await lines.locator('dl > div').allTextContents();
      assert.deepEqual(texts.slice(0, 3), [
        'Wrong number8 of 8 (100%)',
        'Invented promise7 of 8 (87.5%)',
        'Correct replies marked as wrong1 of 8 (12.5%)',
      ]);
      await waitForVisible(page.getByText(/^not yet: the judge is probed before/));
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
        assert.deepEqual(await findOverlaps(page), []);
      }
      await assertAccessible(page, `hit rates on ${path}`);
      await takeScreenshot(
        page,
        `probed-judges-${path.includes('settings') ? 'settings' : 'setup'}`,
      );
    }
    assertNoFaults(tab);
  });
});
