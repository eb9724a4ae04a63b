import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { assertFits } from '../support/browser/assert-fits.ts';
import { openBrowser } from '../support/browser/open-browser.ts';
import { assertNoFaults, reuseTab, type ConsolePage } from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import { openUserStage, USER, type UserStage } from '../support/data/user-runs.ts';
import { untilEqual } from '../support/services/until.ts';
import { listBlocks } from '../support/stubs/stub-user.ts';

const SCENARIO = {
  id: 'new-card',
  interactions: [{ user_message: 'Hello', reference_reply: 'You said: Hello' }],
  user: USER,
};
const LIE = 'I never had a card.';

interface PlayedRuns {
  /** Attempt 3 has one turn more than the others. */
  readonly clean: string;
  /** The simulated user spoils attempt 2 each time. */
  readonly spoiled: string;
}

/** Plays two runs of three attempts each. */
async function playRuns(stage: UserStage): Promise<PlayedRuns> {
  const play = async (changes: object): Promise<string> =>
    (await evaluate(stage.evals, stage.request({ test_batch: SCENARIO, attempts: 3, ...changes })))
      .run_id;
  const say = ({ turn, place }: { readonly turn: number; readonly place: string }) => {
    const last = place === '0/2' ? 3 : 2;
    return { message: turn < last ? 'I need a new card.' : 'Thanks a lot.', done: turn >= last };
  };
  stage.use({ say });
  const clean = await play({ model_id: 'steady', test_name: 'cards' });
  stage.use({
    say: (prompt) => (prompt.place === '0/1' ? { message: LIE, done: true } : say(prompt)),
    find: (prompt) =>
      listBlocks(prompt).some(({ text }) => text === LIE)
        ? { goal: 'not_reached', faults: ['forgot_fact'] }
        : {},
  });
  const spoiled = await play({ model_id: 'other', test_name: 'cards' });
  return { clean, spoiled };
}

describe('A run with a simulated user', () => {
  let stage: UserStage;
  let browser: Browser;
  let open: (path: string) => Promise<ConsolePage>;
  let runs: PlayedRuns;

  before(async () => {
    [stage, browser] = await Promise.all([openUserStage(), openBrowser()]);
    open = reuseTab(browser, stage.evals.url);
    runs = await playRuns(stage);
  });
  after(async () => {
    await browser.close();
    await stage[Symbol.asyncDispose]();
  });

  async function look(page: Page, name: string): Promise<void> {
    await assertAccessible(page, name);
    await assertFits(page, name);
  }

  it('says how often the goal was reached, and how far the simulated user can be trusted', async () => {
    await using tab = await open(`/console/runs/${runs.clean}`);
    const { page } = tab;
    const summary = page.getByRole('list', { name: 'Simulated user' });
    await waitForVisible(summary.getByText(/^Goal reached in 100%/));
    await waitForVisible(summary.getByText(/no faults in 3 conversations \(0% \[0\.0%/));
    await waitForVisible(page.getByText('3 attempts, 10 turns'));
    await page.goto(`${stage.evals.url}/console/runs/${runs.spoiled}`);
    await waitForVisible(
      page.getByRole('region', { name: 'Result of the run' }).getByText(/user failed/i),
    );
    await waitForVisible(summary.getByText(/faults in 1 of 3 conversations.*forgot a fact 1/));
    await waitForVisible(
      summary.getByText('1 does not count because of a fault', { exact: false }),
    );
    await look(page, 'run with a user that failed');
    assertNoFaults(tab);
  });

  it('shows a conversation as it was played, what the user was told, and what the judge found', async () => {
    await using tab = await open(`/console/runs/${runs.clean}/0/1`);
    const { page } = tab;
    await page.getByRole('heading', { name: 'new-card · turn 2 of 3' }).waitFor();
    const turns = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Turn \d/ }) });
    await untilEqual(() => turns.count(), 3);
    await waitForVisible(turns.nth(0).getByText('Hello', { exact: true }));
    await waitForVisible(turns.nth(1).getByText('I need a new card.', { exact: true }));
    await waitForVisible(turns.nth(2).getByText('Thanks a lot.', { exact: true }));
    await waitForVisible(turns.nth(1).getByText('Simulated user'));
    const told = page.getByLabel('What the simulated user is told');
    await waitForVisible(told.getByText(USER.goal));
    await waitForVisible(told.getByText('card: 4471'));
    const result = page.getByRole('list', { name: 'Simulated user: result' });
    await waitForVisible(result.getByText(/^✓ goal reached after 3 turns/));
    await waitForVisible(result.getByText(/^ended by the user after 3 turns/));
    await result.getByRole('button', { name: /You said: Thanks a lot/ }).click();
    await untilEqual(() => page.evaluate('document.activeElement?.tagName'), 'MARK');
    assertNoFaults(tab);
  });

  it('marks the message in which the simulated user made a fault, and says why the attempt does not count', async () => {
    await using tab = await open(`/console/runs/${runs.spoiled}/0/1?attempt=1`);
    const { page } = tab;
    const result = page.getByRole('list', { name: 'Simulated user: result' });
    await waitForVisible(
      result.getByText('– does not count: the simulated user spoiled the conversation'),
    );
    await waitForVisible(result.getByText(/^played again 2 times/));
    await waitForVisible(page.getByText('! fault: forgot a fact'));
    await result.getByRole('button', { name: LIE }).click();
    await untilEqual(() => page.evaluate('document.activeElement?.textContent'), LIE);
    await look(page, 'fault of a user');
    assertNoFaults(tab);
  });

  it('opens a late turn in an attempt that has it, and says that the others ended earlier', async () => {
    await using tab = await open(`/console/runs/${runs.clean}/0/3`);
    const { page } = tab;
    await page.getByRole('heading', { name: 'new-card · turn 4 of 4' }).waitFor();
    await page.waitForURL(/attempt=2/);
    await waitForVisible(page.getByText('2 other attempts ended before this turn.'));
    await page.getByRole('button', { name: 'Turn 1', exact: true }).click();
    await page.getByRole('heading', { name: 'new-card · turn 1 of 4' }).waitFor();
    await page.keyboard.press('1');
    await page.getByRole('heading', { name: 'new-card · turn 1 of 3' }).waitFor();
    assertNoFaults(tab);
  });

  it('compares the simulated users of two runs, and does not put their messages next to each other', async () => {
    await using tab = await open(
      `/console/compare?baseline=${runs.clean}&candidate=${runs.spoiled}`,
    );
    const { page } = tab;
    const summary = page.getByRole('list', { name: 'Simulated users' });
    await waitForVisible(summary.getByText(/no faults in 3 conversations.*in the baseline/));
    await waitForVisible(summary.getByText(/^Turns per conversation: /));
    await page.goto(`${stage.evals.url}/console/runs/${runs.spoiled}/0/1?baseline=${runs.clean}`);
    await waitForVisible(page.getByText(/are not compared turn by turn/));
    await page.getByRole('button', { name: 'Turn 1', exact: true }).click();
    await waitForVisible(page.getByRole('heading', { name: 'Simulated user of the baseline' }));
    assertNoFaults(tab);
  });

  it('is planned with the calls of its user, and followed to its end', async () => {
    stage.use({});
    await using tab = await open('/console/new');
    const { page } = tab;
    await page.getByLabel('Batch', { exact: true }).fill(JSON.stringify(SCENARIO));
    await waitForVisible(page.getByText('1 scenario, at most 5 turns'));
    await page.getByLabel('Attempts').fill('2');
    await page.getByLabel('Endpoint').fill(`${stage.endpoint.url}/v1`);
    await page.keyboard.press('Escape');
    await page.getByLabel('Model', { exact: true }).fill('steady');
    await page.keyboard.press('Escape');
    await waitForVisible(page.getByText('4–30', { exact: true }));
    await waitForVisible(page.getByText('messages of the simulated user'));
    await look(page, 'plan with a user');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    await waitForVisible(page.getByText('completed'));
    await page.getByRole('row', { name: /new-card.*ended/ }).waitFor();
    assertNoFaults(tab);
  });

  it('names the model of its user in the settings', async () => {
    await using tab = await open('/console/settings');
    await waitForVisible(tab.page.getByText('stub/user'));
    assertNoFaults(tab);
  });
});
