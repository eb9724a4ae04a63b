import { Comparison, RunList, RunView, type Headline } from '@fairtrial/contracts';
import { formatScore, formatShortScore, headlineLabel } from '@fairtrial/format';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ask, type ApiTarget } from '../support/calls/run-api.ts';
import { readBanner } from '../support/surfaces/read-banner.ts';
import {
  exitCodeOfJunit,
  headlineInJunit,
  readJunitCounts,
} from '../support/surfaces/read-headline.ts';
import { readHtmlReport } from '../support/surfaces/read-html-report.ts';
import { readMarkdownReport } from '../support/surfaces/read-markdown-report.ts';
import { meanInHtml, meanInMarkdown, meanInTerminal } from '../support/surfaces/read-means.ts';
import { readRunList, readRunTable, type ListedRun } from '../support/surfaces/read-run-lists.ts';
import { readTerminal } from '../support/surfaces/read-terminal.ts';
import { assertNames, assertSays } from '../support/surfaces/said.ts';
import type { Expected } from './situation.ts';
import { fairtrial } from './stage/command.ts';
import type { PlayedPair, PlayedRun } from './stage/stage.ts';

/** The number of runs that the console shows at first. */
const LISTED = 50;

export interface Surfaces {
  readonly api: ApiTarget;
  readonly page: Page;
}

/** Asserts that API, commands, reports and console agree about a run; returns its headline. */
export async function assertRunAgrees(
  { api, page }: Surfaces,
  { runId, code, stdout, folder }: PlayedRun,
  expected: Expected,
): Promise<Headline> {
  const { body } = await ask(api, `/runs/${runId}?interactions=false`);
  const { result, overview, scores } = RunView.parse(body);
  assert.ok(result, 'the run has no result');
  const { headline, stats } = result;
  assertExpected(headline, expected);
  assert.deepEqual(overview?.headline, headline, 'the headline in lists of runs');
  assert.equal(code, headline.exit_code, 'the exit code of fairtrial run');
  assertSays('fairtrial run', readTerminal(stdout), headline);
  const shown = await fairtrial(['show', runId], { server: api.url });
  assert.equal(shown.code, headline.exit_code, 'the exit code of fairtrial show');
  assertSays('fairtrial show', readTerminal(shown.stdout), headline);
  const [xml, markdown, html] = await Promise.all(
    ['report.xml', 'report.md', 'index.html'].map((file) => readFile(join(folder, file), 'utf8')),
  );
  assertNames('the JUnit report', headlineInJunit(xml ?? ''), headline);
  assert.equal(
    exitCodeOfJunit(readJunitCounts(xml ?? '')),
    Math.min(headline.exit_code, 3),
    'the exit code that the counts of the JUnit report stand for',
  );
  assertSays('the Markdown report', readMarkdownReport(markdown ?? ''), headline);
  assertSays('the HTML report', readHtmlReport(html ?? ''), headline);
  const banner = await readBanner(page, `/console/runs/${runId}`);
  assertSays('the page of the run', banner, headline);
  const mean = stats['overall']?.mean;
  assert.deepEqual(
    {
      lists: scores?.['overall'],
      run: meanInTerminal(stdout),
      show: meanInTerminal(shown.stdout),
      markdown: meanInMarkdown(markdown ?? ''),
      html: meanInHtml(html ?? ''),
      console: banner.mean,
    },
    {
      lists: mean,
      run: formatShortScore(mean),
      show: formatShortScore(mean),
      markdown: formatScore(mean),
      html: formatScore(mean),
      console: formatScore(mean),
    },
    'the mean of all scenarios',
  );
  return headline;
}

/** Asserts that API, command and console agree about two runs; returns their headline. */
export async function assertPairAgrees(
  { api, page }: Surfaces,
  { baseline, candidate, code, stdout }: PlayedPair,
  expected: Expected,
): Promise<Headline> {
  const { body } = await ask(api, `/compare?baseline=${baseline}&candidate=${candidate}`);
  const { headline } = Comparison.parse(body);
  assertExpected(headline, expected);
  assert.equal(code, headline.exit_code, 'the exit code of fairtrial compare');
  assertSays('fairtrial compare', readTerminal(stdout), headline);
  const banner = await readBanner(page, `/console/compare?runs=${baseline}.${candidate}`);
  assertSays('the page of the comparison', banner, headline);
  return headline;
}

/** Asserts that the lists of the command and of the console show the result and the mean of every run in them. */
export async function assertListsAgree({ api, page }: Surfaces): Promise<void> {
  const { body } = await ask(api, `/runs?limit=${LISTED}`);
  const { runs } = RunList.parse(body);
  const listed = (
    format: (mean: number | undefined) => string,
    idLength?: number,
  ): Map<string, ListedRun> =>
    new Map(
      runs.map(({ run_id: id, overview, scores }) => {
        assert.ok(overview, `run ${id} has no overview`);
        const { label: word } = headlineLabel(overview.headline);
        return [id.slice(0, idLength), { word, mean: format(scores?.['overall']) }];
      }),
    );
  const table = await fairtrial(['runs', '--limit', String(LISTED)], { server: api.url });
  assert.deepEqual(readRunTable(table.stdout), listed(formatShortScore, 18), 'fairtrial runs');
  assert.deepEqual(
    await readRunList(page, api.url),
    listed(formatScore),
    'the list of the console',
  );
}

function assertExpected(headline: Headline, expected: Expected): void {
  const { result, exit_code: code, basis, title, why } = headline;
  assert.deepEqual([result, code, basis], expected, `${title}. ${why}`);
}
