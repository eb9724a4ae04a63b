import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { untilEqual } from '../support/services/until.ts';
import { seedRuns, type SeededRuns } from '../support/data/seed-runs.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

describe('the interaction page', () => {
  let environment: ConsoleEnvironment;
  let runs: SeededRuns;
  let path: string;

  before(async () => {
    environment = await openConsole({ ENDPOINT_RETRIES: '0' });
    runs = await seedRuns(environment);
    path = `/console/runs/${runs.candidate.run_id}`;
  });
  after(() => environment[Symbol.asyncDispose]());

  it('shows the messages, the differences and the scores, in three views', async () => {
    await using tab = await environment.open(`${path}/0/1?pass_threshold=0.6`);
    const { page } = tab;
    await page.getByRole('heading', { name: 'bank-lost-card · turn 2 of 4' }).waitFor();
    await waitForVisible(page.getByText(/too different to be compared word by word/));
    await waitForVisible(
      page.getByRole('region', { name: 'Reference' }).getByText('opened a dispute'),
    );
    await page
      .getByRole('row', { name: /intent confirm_action refuse_request.*differs/ })
      .waitFor();
    await page.getByRole('img', { name: /^Scores of the attempts: 0\.3/ }).waitFor();
    await page.getByRole('button', { name: 'Show all of the reply of turn 4' }).click();
    await waitForVisible(page.getByText(/follow by post\. Have a good trip/));
    await page.getByRole('button', { name: 'Turn 1', exact: true }).click();
    await waitForVisible(page.getByText('underlined: only in the reply'));
    await page.locator('ins').first().waitFor();
    for (const view of ['side', 'markdown']) {
      await page.keyboard.press('d');
      await page.waitForURL(`**view=${view}`);
      await page.getByRole('region', { name: 'Reference' }).waitFor();
    }
    await assertAccessible(page, 'an interaction as Markdown');
    await page.getByRole('link', { name: 'Nightly regression' }).click();
    await page.getByRole('grid').waitFor();
    assertNoFaults(tab);
  });

  it('is reached from its run and left by keyboard alone, attempt by attempt', async () => {
    await using tab = await environment.open(`${path}?pass_threshold=0.6&filter=scenario:bank`);
    const { page } = tab;
    await page.getByRole('row', { name: /fail bank-lost-card #2/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'bank-lost-card · turn 2 of 4' }).waitFor();
    await page.keyboard.press('3');
    await page.waitForURL(/attempt=2/);
    await waitForVisible(page.getByText('attempt 3'));
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'bank-lost-card · turn 1 of 4' }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'bank-lost-card · turn 2 of 4' }).waitFor();
    await page.reload();
    await waitForVisible(page.getByText('attempt 3'));
    await page.keyboard.press('Escape');
    await page.waitForURL(/filter=scenario/);
    assert.doesNotMatch(page.url(), /attempt=/);
    await waitForVisible(page.getByText('4 interactions', { exact: true }));
    assertNoFaults(tab);
  });

  it('has a strip of a hundred attempts that arrow keys navigate', async () => {
    const { run_id } = await evaluate(environment.evals, {
      endpoint: environment.endpoint,
      model_id: 'sim/v1',
      attempts: 100,
      test_batch: { interactions: [{ user_message: 'Hello', reference_reply: 'Hello' }] },
    });
    await using tab = await environment.open(`/console/runs/${run_id}/0/0`);
    const { page } = tab;
    const marks = page.getByRole('group', { name: 'Attempt' }).getByRole('button');
    await untilEqual(() => marks.count(), 100);
    await marks.first().focus();
    await page.keyboard.press('End');
    await page.waitForURL('**attempt=99');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL('**attempt=98');
    await waitForVisible(page.getByText('Reference and reply, attempt 99'));
    assertNoFaults(tab);
  });

  it('is shown without differences if they would take too long to compute', async () => {
    const words = (start: number): string =>
      Array.from({ length: 30_000 }, (_, at) => `w${(at * 7919 + start) % 1_000_003}`).join(' ');
    const { run_id } = await evaluate(environment.evals, {
      endpoint: environment.endpoint,
      model_id: 'sim/v1',
      test_batch: { interactions: [{ user_message: 'hello', reference_reply: words(1) }] },
      parameters: {},
    });
    await using tab = await environment.open(`/console/runs/${run_id}/0/0`);
    const { page } = tab;
    await page.getByRole('heading', { name: /turn 1 of 1/ }).waitFor();
    await waitForVisible(page.getByText(/too different|only in the reply/));
    await page.keyboard.press('d');
    await page
      .getByRole('button', { name: /^Show all [\d,]+ characters/ })
      .first()
      .click();
    assertNoFaults(tab);
  });

  it('is compared with the reply of a baseline word by word, attempt by attempt, with the whole state in the URL', async () => {
    const url = `${path}/3/1?baseline=${runs.baseline.run_id}&attempt=2`;
    await using tab = await environment.open(url);
    const { page } = tab;
    const old = page.getByRole('region', { name: 'Reply of the baseline' });
    const now = page.getByRole('region', { name: 'Reply of the candidate' });
    await waitForVisible(old.getByText('attempt 1'));
    await waitForVisible(now.getByText('attempt 3'));
    await old.locator('del').first().waitFor();
    await now.locator('ins').first().waitFor();
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

  it('is shown alone if the baseline does not have the turn, and the page explains it', async () => {
    const { run_id } = await evaluate(environment.evals, {
      endpoint: environment.endpoint,
      model_id: 'sim/v1',
      test_batch: { id: 'another', interactions: [{ user_message: 'x', reference_reply: 'y' }] },
    });
    await using tab = await environment.open(`${path}/0/0?baseline=${run_id}`);
    await waitForVisible(tab.page.getByText('The baseline does not have this turn.'));
    await tab.page.goto(`${environment.evals.url}${path}/0/0?baseline=nonsense`);
    await waitForVisible(tab.page.getByText(/The baseline cannot be shown: /));
    assertNoFaults(tab);
  });
});
