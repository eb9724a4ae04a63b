import { type Body, type Client, createClient } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { assertFits, WIDTHS } from '../support/browser/assert-fits.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { untilEqual } from '../support/services/until.ts';

/** A column that no scenario has a place for, and one whose use the test changes. */
const FILE = {
  name: 'cards.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('id,question,said,weight\nlost-card,I lost my card.,Which one?,2\n'),
};

/** The bodies of the requests to `POST /import`. */
function watchImports(page: Page): readonly Body<'POST /import'>[] {
  const asked: Body<'POST /import'>[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/import') asked.push(request.postDataJSON());
  });
  return asked;
}

describe('the console with datasets', () => {
  let environment: ConsoleEnvironment;
  let client: Client;

  before(async () => {
    environment = await openConsole();
    client = createClient({ baseUrl: environment.evals.url });
  });
  after(() => environment[Symbol.asyncDispose]());

  describe('Import', () => {
    it('shows what a CSV file becomes, converts it again for another use of a column, and adds it to a new dataset', async () => {
      await using tab = await environment.open('/console/datasets');
      const { page } = tab;
      const asked = watchImports(page);
      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await page.getByLabel('File with tests').setInputFiles(FILE);
      await waitForVisible(page.getByText('1 scenario', { exact: true }));
      const lost = page.getByRole('listitem').filter({ hasText: 'the column has no use' });
      await untilEqual(() => lost.getByRole('code').allTextContents(), ['said', 'weight']);
      await waitForVisible(page.getByText('I lost my card.').last());
      await assertAccessible(page, 'an imported file');
      await assertFits(page, 'import of a file');
      const use = page.getByRole('combobox', { name: 'Use of said' });
      const { x = 0, width = 0 } = (await use.boundingBox()) ?? {};
      assert.ok(x + width <= WIDTHS.at(-1)!, `the use of a column ends at ${x + width} pixels`);
      await use.click();
      await page.getByRole('option', { name: 'Reference reply' }).click();
      await untilEqual(async () => asked.length, 2);
      assert.deepEqual(asked[1], {
        file: 'cards.csv',
        text: String(FILE.buffer),
        format: 'csv',
        columns: {
          id: 'id',
          question: 'user_message',
          said: 'reference_reply',
          weight: 'ignored',
        },
      });
      await waitForVisible(page.getByLabel('Scenario 1').getByText('Which one?'));
      await page.getByLabel('Name of the new dataset').fill('imported');
      await page.getByRole('button', { name: 'Add 1 scenario to imported' }).click();
      await page.waitForURL(/\/console\/datasets\/imported$/);
      await waitForVisible(page.getByText('lost-card').first());
      const { scenario } = await client.request('GET /datasets/:name/scenarios/:id', {
        name: 'imported',
        id: 'lost-card',
      });
      assert.equal(scenario.interactions[0]?.reference_reply, 'Which one?');
      const { latest } = await client.request('GET /datasets/:name', { name: 'imported' });
      assert.deepEqual([latest.scenarios, latest.message], [1, 'Import cards.csv']);
      assertNoFaults(tab);
    });

    it('adds to the dataset it was opened from, and replaces scenarios with the same id', async () => {
      const other = { id: 'other', interactions: [{ user_message: 'Hi' }] };
      const old = { ...other, id: 'lost-card', name: 'Old name' };
      await client.request('PUT /datasets/:name', {
        name: 'grown',
        body: { scenarios: [old, other] },
      });
      await using tab = await environment.open('/console/datasets/grown');
      const { page } = tab;
      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await page.getByLabel('File with tests').setInputFiles(FILE);
      await page.getByRole('button', { name: 'Add 1 scenario to grown' }).click();
      await page.waitForURL(/\/console\/datasets\/grown$/);
      await waitForVisible(page.getByText('lost-card').first());
      const { scenarios } = await client.request('GET /datasets/:name/scenarios', {
        name: 'grown',
      });
      assert.deepEqual(
        scenarios.map(({ id, name }) => `${id}: ${name}`),
        ['lost-card: lost-card', 'other: other'],
      );
      assertNoFaults(tab);
    });

    it('asks for the column with the user messages if no column is known', async () => {
      await using tab = await environment.open('/console/import');
      const { page } = tab;
      const buffer = Buffer.from('Fall;Kunde sagt\n1;Wo ist die Filiale?\n');
      const file = { name: 'fragen.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('File with tests').setInputFiles(file);
      await waitForVisible(page.getByText('✗ Choose the column that becomes the user message.'));
      await page.getByRole('combobox', { name: 'Use of Kunde sagt' }).click();
      await page.getByRole('option', { name: 'User message' }).click();
      await waitForVisible(page.getByText('1 scenario', { exact: true }));
      assertNoFaults(tab);
    });

    it('refuses a file of more than 12 MiB before it is sent, and names the command for it', async () => {
      await using tab = await environment.open('/console/import');
      const { page } = tab;
      const asked = watchImports(page);
      // From the disk: the browser would receive a buffer as one long message.
      await using folder = await mkdtempDisposable(join(tmpdir(), 'fairtrial-import-'));
      const file = join(folder.path, 'huge.csv');
      await writeFile(file, Buffer.alloc(12 * 1024 * 1024 + 1, 'a'));
      await page.getByLabel('File with tests').setInputFiles(file);
      await waitForVisible(page.getByRole('alert').getByText('huge.csv has 13 MiB'));
      await waitForVisible(page.getByText('fairtrial datasets push'));
      assert.equal(asked.length, 0);
      assertNoFaults(tab);
    });

    it('keeps the file and the choice if the name of the new dataset is taken', async () => {
      await client.request('PUT /datasets/:name', { name: 'exists', body: { scenarios: [] } });
      await using tab = await environment.open('/console/import');
      const { page } = tab;
      await page.getByLabel('File with tests').setInputFiles(FILE);
      await page.getByLabel('Name of the new dataset').fill('exists');
      await page.getByRole('button', { name: 'Add 1 scenario to exists' }).click();
      await page.getByRole('alert').waitFor();
      assert.equal(await page.getByLabel('Name of the new dataset').inputValue(), 'exists');
      await waitForVisible(page.getByText('cards.csv'));
      assert.equal(
        (await client.request('GET /datasets/:name', { name: 'exists' })).latest.scenarios,
        0,
      );
      assertNoFaults(tab);
    });
  });

  describe('a run of a dataset', () => {
    before(async () => {
      const scenarios = Array.from({ length: 6 }, (_, at) => ({
        id: `s${at}`,
        tags: at < 4 ? ['cards'] : ['loans'],
        interactions: [{ user_message: 'Hello' }, { user_message: 'Bye' }],
      }));
      await client.request('PUT /datasets/:name', { name: 'support', body: { scenarios } });
    });

    it('sends the dataset with its version, the tags and the sample instead of a batch', async () => {
      await using tab = await environment.open('/console/datasets/support');
      const { page } = tab;
      await page.getByRole('link', { name: 'Run', exact: true }).click();
      await waitForVisible(page.getByText('Version 1 has 6 scenarios, 12 turns'));
      await page.getByLabel('Endpoint').fill(environment.endpoint);
      await page.keyboard.press('Escape');
      await page.getByLabel('Model', { exact: true }).fill('any');
      await page.keyboard.press('Escape');
      await page.getByLabel('Attempts').fill('2');
      await waitForVisible(page.getByText('24', { exact: true }));
      await page.getByRole('button', { name: 'cards 4' }).click();
      await waitForVisible(page.getByText('Version 1: 4 of 6 scenarios, 8 turns'));
      await page.getByLabel('Sample').fill('3');
      await page.getByLabel('Seed').fill('x');
      await waitForVisible(page.getByText('Version 1: 3 of 6 scenarios'));
      await assertAccessible(page, 'a run of a dataset');
      const sent = page.waitForRequest((request) => request.url().endsWith('/evaluate'));
      await page.getByRole('button', { name: 'Start' }).click();
      const body = (await sent).postDataJSON() as Record<string, unknown>;
      assert.equal(body['dataset'], 'support@1');
      assert.deepEqual(body['filter'], { tags: ['cards'], sample: { n: 3, seed: 'x' } });
      assert.ok(!('test_batch' in body));
      assertNoFaults(tab);
    });

    it('survives a reload, and leads back to JSON with the text that was there', async () => {
      await using tab = await environment.open('/console/new');
      const { page } = tab;
      const text = '{"interactions": [{"user_message": "Hi"}]}';
      await page.getByLabel('Batch', { exact: true }).fill(text);
      await page.getByRole('combobox', { name: 'Choose a dataset' }).click();
      await page.getByRole('option', { name: 'support' }).click();
      await waitForVisible(page.getByText('Version 1 has 6 scenarios, 12 turns'));
      await page.getByLabel('Sample').fill('2');
      await page.waitForURL(/sample=2/);
      await page.reload();
      assert.equal(await page.getByLabel('Sample').inputValue(), '2');
      await page.getByRole('button', { name: 'Use JSON instead' }).click();
      assert.equal(await page.getByLabel('Batch', { exact: true }).inputValue(), text);
      assert.ok(!page.url().includes('dataset='));
      assertNoFaults(tab);
    });

    it('is played again with the same version of the dataset and the same filter', async () => {
      const scenarios = ['a', 'b'].map((id) => ({
        id,
        tags: [id],
        interactions: [{ user_message: 'Hello', reference_reply: 'Hello!' }],
      }));
      await client.request('PUT /datasets/:name', { name: 'again', body: { scenarios } });
      const { run_id: first } = await client.evaluate({
        dataset: 'again',
        filter: { tags: ['a'] },
        endpoint: environment.endpoint,
        model_id: 'sim/v1',
        attempts: 1,
        pass_threshold: 0.7,
      });
      await using tab = await environment.open(`/console/runs/${first}`);
      const { page } = tab;
      await page.getByRole('link', { name: 'Re-run' }).click();
      await waitForVisible(page.getByText('Version 1: 1 of 2 scenarios, 1 turn'));
      await page.waitForURL(/dataset=again(?:@|%40)1/);
      const asked = page.waitForRequest('**/evaluate');
      await page.getByRole('button', { name: 'Start' }).click();
      const sent = (await asked).postDataJSON();
      assert.deepEqual(
        [sent.dataset, sent.filter, sent.pass_threshold, sent.test_batch],
        ['again@1', { tags: ['a'] }, 0.7, undefined],
      );
      await waitForVisible(page.getByText(/completed$/));
      assertNoFaults(tab);
    });
  });
});
