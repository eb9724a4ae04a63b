import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { findOverlaps } from '../support/browser/find-overlaps.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { runJudgedChecks } from '../support/data/judged-checks.ts';
import { startService, type Service } from '../support/services/start-service.ts';

const FOCUSED_QUOTE = `document.activeElement.tagName + ': ' + document.activeElement.textContent`;
const IS_FOCUS_IN_VIEW = `(() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})()`;

describe('judged checks in the console', () => {
  let judge: Service;
  let environment: ConsoleEnvironment;
  let runId: string;

  before(async () => {
    judge = await startService('simulator');
    environment = await openConsole({
      JUDGE_MODEL: 'sim/judge',
      JUDGE_BASE_URL: `${judge.url}/v1`,
    });
    runId = (await runJudgedChecks(environment)).run_id;
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await judge[Symbol.asyncDispose]();
  });

  it('are shown with their verdict and reason; only those that failed are shown as failed', async () => {
    await using tab = await environment.open(`/console/runs/${runId}/0/1`);
    const { page } = tab;
    const rows = page.getByRole('list', { name: 'Checks', exact: true }).locator('> li');
    await rows.nth(4).waitFor();
    const texts = await rows.allTextContents();
    const expected = [
      /^✓ passed\s?Asks "which card"/,
      /^✗ failed\s?Never: Promises "arrives on 3 May"/,
      /^– not applicable\s?If the user mentions "fees".*Judge: The user did not say this\.$/,
      /^\? not decided\s?Is it ok\?.*Judge: The check has no word to look for\.$/,
      /^✓ passed\s?max words/,
    ];
    assert.equal(texts.length, expected.length);
    for (const [at, text] of texts.entries()) assert.match(text, expected[at] ?? /^$/);
    const link = rows.nth(1).getByRole('link', { name: 'all turns that failed it' });
    assert.equal(await link.getAttribute('href'), `/console/runs/${runId}?failed_check=no-date`);
    assertNoFaults(tab);
  });

  it('lead from a quote to the words in the conversation, also in an earlier turn', async () => {
    await using tab = await environment.open(`/console/runs/${runId}/0/1`, { height: 500 });
    const { page } = tab;
    const reply = page.getByRole('list', { name: 'Checks', exact: true });
    await reply.getByRole('button', { name: '“Which card is it?” (turn 2)' }).click();
    assert.equal(await page.evaluate(FOCUSED_QUOTE), 'MARK: Which card is it?');
    const whole = page.getByRole('list', { name: 'Checks on the whole conversation' });
    await waitForVisible(whole.getByText('Says "your card is blocked"'));
    const quote = whole.getByRole('button', { name: /^“Please confirm .* \(turn 1\)$/ });
    await quote.focus();
    await page.keyboard.press('Enter');
    assert.match(
      await page.evaluate<string>(FOCUSED_QUOTE),
      /^MARK: Please confirm your \*identity\* with the code that we sent you\.$/,
    );
    assert.ok(await page.evaluate<boolean>(IS_FOCUS_IN_VIEW));
    assertNoFaults(tab);
  });

  it('are counted on the page of their run, and lead to the interactions that failed them', async () => {
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    const checks = page.getByRole('list', { name: 'Checks' });
    await checks.getByRole('button', { name: 'failed no-date 1 of 1 failed' }).waitFor();
    await checks.getByRole('button', { name: 'pass identity-first 0 of 1 failed' }).waitFor();
    await waitForVisible(page.getByText('2 interactions', { exact: true }));
    await checks
      .getByRole('button', { name: 'failed Says "your card is blocked" 1 of 1 failed' })
      .click();
    await waitForVisible(page.getByText('1 interaction', { exact: true }));
    await page.getByRole('row', { name: /lost-card #2/ }).waitFor();
    await assertAccessible(page, 'judged checks of a run');
    for (const type of ['text', 'never']) {
      await page.goto(`${environment.evals.url}/console/runs/${runId}?failed_check=${type}`);
      await waitForVisible(page.getByText('1 interaction', { exact: true }));
    }
    assertNoFaults(tab);
  });

  it('are shown for both runs of a comparison, each with the quotes from its own conversation', async () => {
    const { run_id: candidate } = await runJudgedChecks(environment);
    const path = `/console/runs/${candidate}/0/1?baseline=${runId}`;
    await using tab = await environment.open(path, { width: 1440 });
    const { page } = tab;
    for (const name of ['baseline', 'candidate']) {
      const title = `Checks on the whole conversation of the ${name}`;
      await page
        .getByRole('list', { name: title })
        .getByRole('button', { name: /^“Please confirm .* \(turn 1\)$/ })
        .click();
      assert.match(
        await page.evaluate<string>(`document.activeElement.dataset.quotes`),
        new RegExp(`^quote-${name}-conversation-0-0$`),
      );
    }
    await takeScreenshot(page, 'judged-checks-pair-light');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
      assert.deepEqual(await findOverlaps(page), []);
    }
    await assertAccessible(page, 'judged checks of two runs');
    assertNoFaults(tab);
  });

  for (const width of [1440, 1024, 390]) {
    it(`fit ${width} pixels, and their marks have enough contrast in both themes`, async () => {
      await using tab = await environment.open(`/console/runs/${runId}/0/1`, { width });
      const { page } = tab;
      await page.locator('mark').nth(2).waitFor();
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
      assert.deepEqual(await findOverlaps(page), []);
      await assertAccessible(page, `judged checks at ${width} pixels`);
      await takeScreenshot(page, `judged-checks-${width}-light`);
      assertNoFaults(tab);
    });
  }
});
