import { InteractionView } from '@assay/contracts';
import { explainScore } from '@assay/format';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  THEMES,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { ask, startRun } from '../support/calls/run-api.ts';
import { until, untilEqual } from '../support/services/until.ts';
import { chatCompletion, sendJson } from '../support/stubs/start-stub.ts';
import { startJudge } from '../support/data/judged-runs.ts';
import { seedRuns, type SeededRuns } from '../support/data/seed-runs.ts';
import type { StubModel } from '../support/stubs/start-stub-model.ts';
import { verdictFor } from '../support/stubs/stub-judge.ts';
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

  for (const theme of THEMES) {
    it(`shows the messages, the differences and the scores (${theme})`, async () => {
      await using tab = await environment.open(`${path}/0/1?pass_threshold=0.6`, { theme });
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
      await takeScreenshot(page, `interaction-${theme}`);
      await assertAccessible(page, 'an interaction');
      await page.getByRole('button', { name: 'Turn 1', exact: true }).click();
      await waitForVisible(page.getByText('underlined: only in the reply'));
      await page.locator('ins').first().waitFor();
      for (const view of ['side', 'markdown']) {
        await page.keyboard.press('d');
        await page.waitForURL(`**view=${view}`);
        await page.getByRole('region', { name: 'Reference' }).waitFor();
        await assertAccessible(page, `an interaction, ${view}`);
      }
      assertNoFaults(tab);
    });
  }

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

  it('links to other turns of its conversation', async () => {
    await using tab = await environment.open(`${path}/0/1`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Turn 4', exact: true }).click();
    await page.getByRole('heading', { name: 'bank-lost-card · turn 4 of 4' }).waitFor();
    await page.getByRole('button', { name: 'Markdown' }).click();
    await page.waitForURL(/view=markdown/);
    await page.getByRole('link', { name: 'Nightly regression' }).click();
    await page.getByRole('grid').waitFor();
    assertNoFaults(tab);
  });

  it('explains its score in the words of the API, and shows a long reply of the conversation in full', async () => {
    const { body } = await ask(environment.evals, `/runs/${runs.candidate.run_id}/turns/0/0/1`);
    const view = InteractionView.parse(body);
    const [formula, ...reasons] = explainScore(view).map(({ text }) => text);
    assert.match(
      formula ?? '',
      /^overall 0\.3\d\d = 0\.7 × reply 0\.\d{3} \+ 0\.3 × metadata 0\.500$/,
    );
    const numbers = (formula ?? '').match(/\d\.\d+/g)?.map(Number) ?? [];
    const [overall = 0, share = 0, reply = 0, rest = 0, metadata = 0] = numbers;
    assert.ok(Math.abs(share * reply + rest * metadata - overall) < 0.0015);
    assert.equal(overall, Number((view.scores['overall'] ?? 0).toFixed(3)));
    await using tab = await environment.open(`${path}/0/1`);
    const { page } = tab;
    const why = page.getByRole('list', { name: 'Why this score' }).getByRole('listitem');
    await why.first().waitFor();
    const shown = await why.allTextContents();
    assert.deepEqual(
      shown.map((text) => text.replace(/^[✗!] /, '')),
      [formula, ...reasons],
    );
    assert.ok(shown.some((text) => text.startsWith('✗ missing facts: number 4471')));
    await page.getByRole('button', { name: 'Show all of the reply of turn 4' }).click();
    await waitForVisible(page.getByText(/follow by post\. Have a good trip/));
    assertNoFaults(tab);
  });

  it('has a strip of a hundred attempts that arrow keys navigate', async () => {
    const { run_id } = await evaluate(environment.evals, {
      endpoint: environment.endpoint,
      model_id: 'sim/v1',
      attempts: 100,
      test_batch: { interactions: [{ user_message: 'Hello', reference_reply: 'Hello' }] },
    });
    await using tab = await environment.open(`/console/runs/${run_id}/0/0`, { width: 390 });
    const { page } = tab;
    const marks = page.getByRole('group', { name: 'Attempt' }).getByRole('button');
    await untilEqual(() => marks.count(), 100);
    await marks.first().focus();
    await page.keyboard.press('End');
    await page.waitForURL('**attempt=99');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL('**attempt=98');
    await waitForVisible(page.getByText('Reference and reply, attempt 99'));
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 390);
    await assertAccessible(page, 'a hundred attempts');
    assertNoFaults(tab);
  });

  it('shows why a request failed, and that a turn does not exist', async () => {
    const { run_id } = await evaluate(environment.evals, { endpoint: 'http://127.0.0.1:1/' });
    await using tab = await environment.open(`/console/runs/${run_id}/0/0`);
    const { page } = tab;
    await waitForVisible(page.getByText('The request failed: connect'));
    await takeScreenshot(page, 'interaction-failed-light');
    await assertAccessible(page, 'an interaction that failed');
    await page.goto(`${environment.evals.url}/console/runs/${run_id}/7/7`);
    await waitForVisible(page.getByText('The interaction could not be loaded'));
    await assertAccessible(page, 'an interaction that is not there');
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
});

describe('the page of a judged interaction', () => {
  let environment: ConsoleEnvironment;
  let judge: StubModel;

  /** The judge answers once this resolves. */
  let held = Promise.resolve();

  before(async () => {
    judge = await startJudge((prompt) => async (response) => {
      await held;
      sendJson(response, chatCompletion(verdictFor(prompt, 'B')));
    });
    environment = await openConsole({ JUDGE_MODEL: 'stub/judge', JUDGE_BASE_URL: judge.url });
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await judge[Symbol.asyncDispose]();
  });

  it("shows the judge's verdict and which checks passed", async () => {
    const { run_id } = await evaluate(environment.evals, {
      endpoint: environment.endpoint,
      model_id: 'sim/echo',
      pass_threshold: 0.5,
      test_batch: {
        interactions: [
          {
            user_message: 'My card is gone',
            reference_reply: 'It is blocked',
            checks: [{ contains: 'card' }, { max_words: 1 }],
          },
        ],
      },
    });
    await using tab = await environment.open(`/console/runs/${run_id}/0/0`);
    const { page } = tab;
    await waitForVisible(page.getByRole('list', { name: 'Judges' }).getByText('stub/judge'));
    await page
      .getByRole('listitem')
      .filter({ hasText: /passed.*contains/ })
      .waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: /failed.*max words/ })
      .getByRole('link', { name: 'all turns that failed it' })
      .waitFor();
    const why = page.getByRole('list', { name: 'Why this score' });
    await why.locator('.text-bad', { hasText: /^✗ check max words failed: / }).waitFor();
    await waitForVisible(
      why.getByText('judge stub/judge: says all of the reference and harmless details'),
    );
    await takeScreenshot(page, 'interaction-judged-light');
    await assertAccessible(page, 'an interaction that was judged');
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /^check failed/ }).waitFor();
    assertNoFaults(tab);
  });

  it('shows that grading is in progress, and then the score', async () => {
    const hold = Promise.withResolvers<void>();
    held = hold.promise;
    const { evals, endpoint } = environment;
    const { run_id } = await startRun(evals, { endpoint, model_id: 'sim/echo', attempts: 1 });
    await until('the reply is there', async () => {
      return (await ask(evals, `/runs/${run_id}/turns/0/0/0`)).status === 200;
    });
    await using tab = await environment.open(`/console/runs/${run_id}/0/0`);
    const { page } = tab;
    await waitForVisible(page.getByText('judge not finished: overall is not known yet'));
    await page.getByRole('button', { name: 'Attempt 1: judge not finished' }).waitFor();
    hold.resolve();
    await waitForVisible(page.getByText(/^overall 1\.000 = /));
    assertNoFaults(tab);
  });
});
