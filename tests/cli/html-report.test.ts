import type { EvaluationResponse } from '@fairtrial/contracts';
import axe from 'axe-core';
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { writeHtmlReport } from '../../apps/cli/src/report/write-html-report.ts';
import { openBrowser } from '../support/browser/open-browser.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import { runSamples } from '../support/data/sample-runs.ts';
import { startToolEndpoint, TOOL_BATCH } from '../support/data/tool-checks.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../support/stubs/start-stub.ts';

/** Requests, console messages and errors of a page. */
interface Seen {
  readonly requests: string[];
  readonly complaints: string[];
}

const HOSTILE = [
  '<script>document.title = "owned"</script>',
  '<img src="http://127.0.0.1:9/x.png" onerror="document.title=\'owned\'">',
  '</pre></section></main><h1>owned</h1>',
  '"><svg onload=alert(1)>',
  '<style>body { display: none }</style><link rel="stylesheet" href="http://127.0.0.1:9/x.css">',
  '<iframe src="http://127.0.0.1:9/"></iframe><meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
  '&lt;b&gt; &amp; \u0000\u001B[31m \u202Eevil\u202C ${1} {{1}}',
].join('\n');

const TOOL = HOSTILE.slice(0, 150).replaceAll('\u0000', '');

describe('the HTML report', () => {
  let browser: Browser;
  let simulator: Service;
  let evals: Service;
  let folder: string;
  let compared: EvaluationResponse;

  before(async () => {
    browser = await openBrowser();
    simulator = await startService('simulator');
    evals = await startService('evals', {
      JUDGE_MODEL: 'sim/judge',
      JUDGE_BASE_URL: `${simulator.url}/v1`,
    });
    compared = await comparedRun();
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-report-'));
  });
  after(async () => {
    await browser.close();
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** Opens a page of a report, and records its requests and messages. */
  async function open(file: string, theme: 'dark' | 'light' = 'light'): Promise<[Page, Seen]> {
    const page = await browser.newPage({ colorScheme: theme, bypassCSP: false });
    const seen: Seen = { requests: [], complaints: [] };
    page.on('request', (request) => seen.requests.push(request.url()));
    page.on('console', (message) => seen.complaints.push(message.text()));
    page.on('pageerror', (error) => seen.complaints.push(error.message));
    page.on('dialog', (dialog) => seen.complaints.push(dialog.message()));
    await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
    return [page, seen];
  }

  async function listPages(report: string): Promise<string[]> {
    return (await readdir(report)).toSorted().map((name) => join(report, name));
  }

  it('opens from a file in light and dark without a request, a console message or an accessibility violation', async () => {
    const report = join(folder, 'samples');
    await writeHtmlReport(report, { result: compared, createdAt: '2026-11-15T10:00:00Z' });
    const pages = await listPages(report);
    assert.equal(pages.length, 10);
    for (const file of [pages[0] ?? '', pages[1] ?? '']) {
      for (const theme of ['light', 'dark'] as const) {
        const [page, seen] = await open(file, theme);
        assert.deepEqual(seen.complaints, []);
        assert.deepEqual(seen.requests, [pathToFileURL(file).href]);
        await unfold(page);
        assert.deepEqual(await findViolations(page), []);
        await page.close();
      }
    }
  });

  it('shows the planted regression first, with links to its replies', async () => {
    const report = join(folder, 'led');
    await writeHtmlReport(report, { result: compared });
    const [page] = await open(join(report, 'index.html'));
    const headline = await page.locator('.headline').innerText();
    assert.match(
      headline,
      /^▼ regressed, by the judge 1 of 9 scenarios worse, bank-lost-card by 0\.\d+; overall 0\.9\d\d → 0\.9\d\d/,
    );
    assert.match(headline, /^9 scenarios: 1 regressed/m);
    assert.match(headline, /^Next: /m);
    assert.match(
      await page.locator('tr:has(a)').first().innerText(),
      /^bank-lost-card[\s\S]*▼ regressed/,
    );
    const plot = page.locator('svg.forest');
    assert.match((await plot.getAttribute('aria-label')) ?? '', /^Change of 9 scenarios/);
    assert.equal(await plot.locator('circle').count(), 9);
    await page.getByRole('link', { name: 'bank-lost-card' }).first().click();
    assert.match(await page.locator('h1').innerText(), /bank-lost-card/);
    await page.locator('summary').first().click();
    assert.ok(await page.locator('details pre.message').first().isVisible());
    await page.close();
  });

  it('shows which attempts passed, which checks ran and the reason of the judge', async () => {
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('We open at nine.')),
    );
    const checks = [{ contains: 'nine' }, { not_contains: 'open' }];
    const result = await evaluate(evals, {
      test_batch: { interactions: [{ user_message: 'When?', checks }] },
      endpoint: `${endpoint.url}/v1`,
      attempts: 2,
    });
    const [turn] = result.results.scenarios[0]?.attempts[0]?.interactions ?? [];
    assert.ok(turn);
    turn.score_details['judge'] = { rationale: 'Says when.' };
    const report = join(folder, 'checked');
    await writeHtmlReport(report, { result });
    const [index] = await open(join(report, 'index.html'));
    const tiles = await index.locator('.tiles').innerText();
    assert.match(tiles, /pass\^2\)\s+0%\s+0 of 2 attempts passed\s+flaky scenarios: 0 of 1/);
    const [page] = await open(join(report, 'scenario-1.html'));
    await unfold(page);
    const text = await page.locator('main').innerText();
    assert.match(text, /✗ not passed/);
    assert.match(text, /✓ passed contains: .*\n✗ failed not contains: .*open/);
    assert.match(text, /judge: Says when\./);
    await index.close();
    await page.close();
  });

  it('shows expected and made tool calls in two columns that fit a phone, without an accessibility violation', async () => {
    await using endpoint = await startToolEndpoint();
    const result = await evaluate(evals, {
      test_batch: TOOL_BATCH,
      endpoint: `${endpoint.url}/v1`,
    });
    const report = join(folder, 'tools');
    await writeHtmlReport(report, { result });
    const [page] = await open(join(report, 'scenario-1.html'));
    await page.setViewportSize({ width: 390, height: 900 });
    await unfold(page);
    const tables = page.getByRole('table', { name: 'Tool calls' });
    assert.equal(await tables.count(), 2);
    assert.deepEqual(await tables.first().getByRole('columnheader').allInnerTexts(), [
      'Expected',
      'Made',
    ]);
    assert.deepEqual(await tables.first().locator('td:nth-child(2) > span').allInnerTexts(), [
      '✓ as expected',
      '· also called',
      '✗ forbidden',
      '≠ other arguments: card',
      '! failed',
      '✗ not called',
    ]);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 390);
    assert.deepEqual(await findViolations(page), []);
    await takeScreenshot(page, 'html-report-tools-390');
    await page.close();
  });

  it('escapes the text that an endpoint sent', async () => {
    await using endpoint = await startStub((_, response) =>
      sendJson(response, {
        ...chatCompletion(`${HOSTILE}\n${'<b>x'.repeat(25_000)}`),
        tool_trace: [{ name: TOOL, arguments: { [HOSTILE]: HOSTILE } }],
      }),
    );
    const scenario = {
      id: HOSTILE,
      name: HOSTILE,
      description: HOSTILE,
      interactions: [
        {
          id: HOSTILE,
          user_message: HOSTILE,
          reference_reply: HOSTILE,
          reference_metadata: { [HOSTILE]: HOSTILE },
          checks: [{ tools: [{ name: TOOL, arguments: { [HOSTILE]: 'x' } }] }],
        },
      ],
    };
    const result = await evaluate(evals, {
      test_batch: scenario,
      test_name: HOSTILE,
      model_id: HOSTILE.replaceAll('\u0000', ''),
      endpoint: `${endpoint.url}/v1`,
      attempts: 2,
    });
    const report = join(folder, 'hostile');
    await writeHtmlReport(report, { result: { ...result, warnings: [HOSTILE] } });
    for (const file of await listPages(report)) {
      const [page, seen] = await open(file);
      await unfold(page);
      assert.deepEqual(seen, { requests: [pathToFileURL(file).href], complaints: [] });
      assert.notEqual(await page.title(), 'owned');
      assert.equal(await page.locator('h1').count(), 1);
      assert.equal(await page.locator('script, img, iframe, link').count(), 0);
      const text = await page.locator('main').innerText();
      assert.ok(text.includes('<script>document.title = "owned"</script>'));
      await page.close();
    }
    assert.doesNotMatch(await readFile(join(report, 'scenario-1.html'), 'utf8'), /[^\P{Cc}\n\t]/u);
  });

  /** Evaluates all samples against sim/v2, compared with sim/v1. */
  async function comparedRun(): Promise<EvaluationResponse> {
    const endpoint = `${simulator.url}/v1`;
    const { run_id: baseline } = await runSamples(evals, { endpoint, model_id: 'sim/v1' });
    return runSamples(evals, {
      endpoint,
      model_id: 'sim/v2',
      baseline,
      gates: ['overall >= 0.8', 'no regression'],
    });
  }
});

async function findViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))',
  );
}

/** Expands all details at once: there are dozens. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))");
}
