import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
  type ConsolePage,
} from '../support/browser/open-console.ts';
import { takeScreenshot, type Theme } from '../support/browser/take-screenshot.ts';
import { untilEqual } from '../support/services/until.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

describe('the console', () => {
  let environment: ConsoleEnvironment;

  before(async () => {
    environment = await openConsole({ FAIRTRIAL_API_KEYS: 'right-key' });
  });
  after(() => environment[Symbol.asyncDispose]());

  /** Opens a path and signs in. */
  const open = async (path: string, theme: Theme = 'light'): Promise<ConsolePage> => {
    const tab = await environment.open(path, { theme });
    await tab.page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    await tab.page.keyboard.type('right-key');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('dialog').waitFor({ state: 'hidden' });
    return tab;
  };

  it('is usable by keyboard alone, and lists its keys', async () => {
    await using tab = await open('/');
    const { page } = tab;
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.waitForURL('**/console/runs');
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    await waitForVisible(sheet.getByText('New run'));
    await assertAccessible(page, 'the sheet of keys');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    assertNoFaults(tab);
  });

  it('has five main screens; starting and comparing runs are actions with stable URLs', async () => {
    await using tab = await open('/');
    const { page } = tab;
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const screens = ['Overview', 'Runs', 'Datasets', 'Playground', 'Settings'];
    await untilEqual(() => places.allInnerTexts(), screens);
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('link', { name: 'New run' }).click();
    await page.waitForURL('**/console/new');
    await page.goBack();
    await page.getByRole('link', { name: 'Compare runs' }).click();
    await page.waitForURL('**/console/compare');
    assertNoFaults(tab);
  });

  it('follows the light or dark theme of the system, unless the switch overrides it, and remembers the choice', async () => {
    await using tab = await open('/', 'dark');
    const { page } = tab;
    const scheme = (): Promise<string> =>
      page.evaluate<string>(
        'getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).colorScheme',
      );
    await page.getByRole('button', { name: 'Light' }).click();
    assert.match(await scheme(), /light$/);
    await page.reload();
    await page.getByRole('button', { name: 'System theme' }).waitFor();
    assert.match(await scheme(), /light$/);
    await page.getByRole('button', { name: 'System theme' }).click();
    assert.match(await scheme(), /light dark$/);
    assertNoFaults(tab);
  });

  it('prompts for the key of a service that requires one, and keeps it only for the tab', async () => {
    await using tab = await environment.open('/console/runs');
    const { page } = tab;
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.waitFor();
    await assertAccessible(page, 'the dialog for signing in');
    await takeScreenshot(page, 'sign-in');
    await page.keyboard.type('wrong-key');
    await page.keyboard.press('Enter');
    await waitForVisible(dialog.getByText('refused the last key'));
    await assertAccessible(page, 'a key that is refused');
    await page.keyboard.type('right-key');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await waitForVisible(page.getByText('No runs yet'));
    await page.reload();
    await waitForVisible(page.getByText('No runs yet'));
    assert.doesNotMatch(page.url(), /key/);
    assert.equal(await page.evaluate('localStorage.length'), 0);
    assert.deepEqual(await tab.context.cookies(), []);
    assertNoFaults(tab);
  });
});
