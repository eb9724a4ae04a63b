import { createClient, type Client } from '@assay/client';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { CARD, FEES, idsOf, LOAN, namesOn } from '../support/browser/dataset-page.ts';
import { findOverlaps } from '../support/browser/find-overlaps.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  THEMES,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { untilEqual } from '../support/services/until.ts';

const WIDTHS = [1440, 1024, 390];

describe('Versions of datasets in the console', () => {
  let environment: ConsoleEnvironment;
  let client: Client;

  before(async () => {
    environment = await openConsole();
    client = createClient({ baseUrl: environment.evals.url });
  });
  after(() => environment[Symbol.asyncDispose]());

  it('show old versions without actions, and restore one', async () => {
    await client.datasets.save('restored', { scenarios: [CARD, LOAN], message: 'first' });
    await client.datasets.change('restored', { base_version: 1, remove: ['loan'] });
    await using tab = await environment.open('/console/datasets/restored?version=1');
    const { page } = tab;
    await waitForVisible(page.getByText('You see version 1 of 2.'));
    await untilEqual(() => namesOn(page), ['Lost card', 'Loan for a car']);
    assert.equal(await page.getByRole('button', { name: /^Actions of/ }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'New scenario' }).count(), 0);
    await page.getByRole('row', { name: 'Lost card' }).click();
    await waitForVisible(page.getByText('Old versions cannot be edited.'));
    await waitForVisible(page.getByText('contains: card'));
    await assertAccessible(page, 'a scenario of an old version');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await page.waitForURL(/\/restored$/);
    await untilEqual(() => idsOf(client, 'restored'), ['lost-card', 'loan']);
    const { latest } = await client.datasets.read('restored');
    assert.deepEqual([latest.version, latest.message], [3, 'Restore version 1']);
    await untilEqual(() => namesOn(page), ['Lost card', 'Loan for a car']);
    assertNoFaults(tab);
  });

  it('compare two chosen versions field by field, with the changed words marked', async () => {
    await client.datasets.save('compared', { scenarios: [CARD, LOAN, FEES], message: 'first' });
    const [turn, ...others] = CARD.interactions;
    const reworded = {
      ...CARD,
      interactions: [
        { ...turn, user_message: 'I lost my wallet yesterday in town.', checks: [] },
        ...others,
      ],
    };
    await client.datasets.change('compared', {
      base_version: 1,
      upsert: [reworded, { ...LOAN, id: 'loan-2', name: 'Loan for a house' }],
      remove: ['fees'],
      message: 'second',
    });
    await using tab = await environment.open('/console/datasets/compared?tab=versions');
    const { page } = tab;
    await page.getByLabel('Version 1', { exact: true }).check();
    await page.getByLabel('Version 2', { exact: true }).check();
    await assertAccessible(page, 'the versions of a dataset');
    await page.getByRole('button', { name: 'Compare versions 1 and 2' }).click();
    await page.waitForURL(/tab=compare&from=1&to=2/);
    await waitForVisible(page.getByText('1 added, 1 removed, 1 changed'));
    const message = page.getByRole('region', { name: 'Turn 1: user message' });
    assert.equal(await message.locator('del').textContent(), 'card');
    assert.equal(await message.locator('ins').textContent(), 'wallet');
    const checks = page.getByRole('region', { name: 'Turn 1: checks' });
    await waitForVisible(checks.getByText('Asks which card'));
    assert.equal(await page.getByRole('region', { name: /reference reply/ }).count(), 0);
    await page.getByText('JSON').first().click();
    await waitForVisible(page.getByText('"user_message": "I lost my wallet yesterday in town."'));
    await assertAccessible(page, 'the differences of two versions');
    assertNoFaults(tab);
  });

  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      it(`fit a width of ${width} (${theme})`, async () => {
        const name = `wide-${width}-${theme}`;
        await client.datasets.save(name, { scenarios: [CARD, LOAN, FEES], message: 'first' });
        await client.datasets.change(name, {
          base_version: 1,
          upsert: [{ ...CARD, name: 'Stolen card' }],
          message: 'A message that is a little longer than the others',
        });
        const screens = [
          ['datasets', '/console/datasets', name],
          ['dataset', `/console/datasets/${name}`, 'Stolen card'],
          ['dataset-old', `/console/datasets/${name}?version=1`, 'Lost card'],
          ['dataset-versions', `/console/datasets/${name}?tab=versions`, 'A message that is'],
          ['dataset-compare', `/console/datasets/${name}?tab=compare`, '1 changed'],
          ['dataset-import', `/console/import?dataset=${name}`, 'Drop a file here'],
          ['dataset-run', `/console/new?dataset=${name}@2&tags=["cards"]`, 'about 3 turns'],
        ] as const;
        for (const [screen, path, shown] of screens) {
          await using tab = await environment.open(path, { width, theme });
          const { page } = tab;
          await waitForVisible(page.getByText(shown));
          await assertAccessible(page, `${screen} at ${width}`);
          assert.deepEqual(await findOverlaps(page), [], `${screen} at ${width}`);
          const overflow = await page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          assert.ok(overflow <= 0, `${screen} at ${width} scrolls sideways`);
          await takeScreenshot(page, `${screen}-${width}-${theme}`);
          assertNoFaults(tab);
        }
      });
    }
  }
});
