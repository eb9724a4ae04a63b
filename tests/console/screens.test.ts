import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { assertFits, WIDTHS } from '../support/browser/assert-fits.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { seedScreens, type SeededScreens } from '../support/data/seed-screens.ts';
import {
  startSimulatedAgent,
  type SimulatedAgent,
} from '../support/services/start-simulated-agent.ts';

const MAX_SCRIPT_BYTES = 250 * 1024;
const MAX_STYLE_BYTES = 20 * 1024;
const MAX_SHIFT = 0.02;
const UNKNOWN = '01a1df05-62a3-7198-8bde-e64d54876109';

type Screen = readonly [
  name: string,
  /** The ids are those of the seeded runs. */
  path: (ids: SeededScreens) => string,
  /** Shown once the screen is complete. */
  said: RegExp | string,
  /** What the reader opens first. */
  act?: (page: Page) => Promise<void>,
];

const run = (id: string): string => `/console/runs/${id}`;
const compare = ([baseline, candidate]: readonly string[]): string =>
  `/console/compare?runs=${baseline}.${candidate}`;
const replyOf = ([baseline, candidate]: readonly string[], at: string): string =>
  `${run(candidate ?? '')}/${at}?baseline=${baseline}`;

const SCREENS: readonly Screen[] = [
  ['overview', () => '/?test=Nightly+regression', 'Recent runs'],
  ['overview of labels', () => '/?test=labels', 'Recent runs'],
  ['overview of a dead run', () => '/?test=dead', 'requests failed'],
  ['runs', () => '/console/runs', 'Nightly regression'],
  ['run', ({ samples }) => run(samples[1]), /39 interactions/],
  ['run compared', ({ samples }) => `${run(samples[1])}?tab=compare`, 'bank-lost-card'],
  [
    'setup of a run',
    ({ samples }) => `${run(samples[1])}?tab=setup`,
    '9 scenarios, 39 interactions',
  ],
  ['log of a run', ({ samples }) => `${run(samples[1])}?tab=log`, 'started: 195 turns to play'],
  ['review of a run', ({ samples }) => `${run(samples[1])}?tab=review`, 'Label conversations'],
  ['run with gates', ({ labels }) => run(labels[1]), '9 interactions'],
  ['run that failed', ({ dead }) => run(dead), 'requests failed'],
  ['run with checks', ({ judged }) => run(judged[1]), 'no-date'],
  [
    'setup with judges',
    ({ judged }) => `${run(judged[1])}?tab=setup`,
    'Planted faults that sim/judge finds',
  ],
  ['run with users', ({ users }) => run(users[1]), /^Goal reached in/],
  ['unknown run', () => run(UNKNOWN), 'The run could not be loaded'],
  ['reply', ({ samples }) => `${run(samples[1])}/0/1`, 'Why this score'],
  ['reply side by side', ({ samples }) => `${run(samples[1])}/0/1?view=side`, 'opened a dispute'],
  ['pair of replies', ({ samples }) => replyOf(samples, '0/1'), 'Reply of the candidate'],
  [
    'reply with judged checks',
    ({ judged }) => `${run(judged[1])}/0/1`,
    'Checks on the whole conversation',
  ],
  [
    'pair with judged checks',
    ({ judged }) => replyOf(judged, '0/1'),
    /^Checks on the whole conversation of the candidate/,
  ],
  ['reply with tool calls', ({ tools }) => `${run(tools[1])}/0/0`, 'Tools that were called'],
  [
    'pair with tool calls',
    ({ tools }) => replyOf(tools, '0/1'),
    /^Checks on the whole conversation of the candidate/,
  ],
  ['reply of a user', ({ users }) => `${run(users[1])}/0/1`, 'What it was told'],
  ['pair of users', ({ users }) => replyOf(users, '0/0'), 'Simulated user of the baseline'],
  ['reply of a hundred attempts', ({ attempts }) => `${run(attempts)}/0/0`, 'Why this score'],
  ['reply that failed', ({ dead }) => `${run(dead)}/0/0`, /The request failed: connect/],
  [
    'unknown reply',
    ({ samples }) => `${run(samples[1])}/7/7`,
    'The interaction could not be loaded',
  ],
  ['comparison', ({ samples }) => compare(samples), 'bank-lost-card'],
  [
    'comparison by interaction',
    ({ samples }) => `${compare(samples)}&tab=interactions`,
    'bank-lost-card',
  ],
  [
    'comparison of settings',
    ({ samples }) => `${compare(samples)}&tab=configuration`,
    'Configured differently:',
  ],
  ['comparison by check', ({ judged }) => `${compare(judged)}&tab=checks`, /^no-date/],
  ['changed scenarios', ({ changed }) => `${compare(changed)}&tab=changed`, 'Loan for a car'],
  ['comparison of users', ({ users }) => compare(users), /^Turns per conversation: /],
  ['choice of runs', ({ samples }) => `${compare(samples)}&choose=runs`, 'Nightly regression'],
  ['new run', () => '/console/new', '3 · Plan'],
  ['new run of a dataset', () => '/console/new?dataset=cards@2&tags=["cards"]', /Version 2 has /],
  ['new run that is gone', () => `/console/new?run=${UNKNOWN}`, /there is no run/],
  ['playground', () => '/console/playground', 'No messages yet.'],
  ['settings', () => '/console/settings', 'Planted faults that sim/judge finds'],
  ['datasets', () => '/console/datasets', 'cards'],
  ['dataset', () => '/console/datasets/cards', 'Stolen card'],
  ['old dataset', () => '/console/datasets/cards?version=1', 'Lost card'],
  ['versions of a dataset', () => '/console/datasets/cards?tab=versions', /^A message that is/],
  ['difference of versions', () => '/console/datasets/cards?tab=compare', /1 changed/],
  ['import', () => '/console/import?dataset=cards', /Drop a file here/],
  ['scenario', () => '/console/datasets/forms/edit?id=lost-card', 'Turn 3', openEveryField],
  ['scenario with a user', () => '/console/datasets/forms/edit?id=new-card', 'Goal'],
  [
    'preview of a scenario',
    () => '/console/datasets/forms/edit?id=lost-card',
    'Turn 3',
    (page) => page.getByRole('tab', { name: 'Preview' }).click(),
  ],
  [
    'scenario as JSON',
    () => '/console/datasets/forms/edit?id=lost-card',
    'Turn 3',
    (page) => page.getByRole('tab', { name: 'JSON' }).click(),
  ],
  ['conversations', () => '/console/conversations', 'When are you open?'],
  [
    'conversation',
    () => `/console/conversations/${encodeURIComponent('run/0/1')}`,
    'Block it in the app.',
  ],
  ['unknown page', () => '/console/nowhere', 'Go to the overview'],
];

/** Tabs that load their code in addition to the page of the run. */
const LOADS_MORE = new Set(['run compared', 'review of a run']);
/** That there is nothing to draw in the charts is known only once the figures are loaded. */
const MOVES = new Set(['run that failed']);

/** Opens everything that is folded in the form of a scenario, and adds a check on tools. */
async function openEveryField(page: Page): Promise<void> {
  for (const more of await page.locator('main details > summary').all()) await more.click();
  await page
    .getByRole('group', { name: 'Checks of the whole conversation' })
    .getByRole('button', { name: 'Add check' })
    .click();
  const added = page.getByRole('group', { name: 'Check 2' }).last();
  await added.getByLabel('Check 2', { exact: true }).selectOption('tools');
  await added.getByRole('button', { name: 'Add call' }).click();
  await added.getByRole('button', { name: 'Add argument' }).click();
}

describe('a screen of the console', () => {
  let backend: SimulatedAgent;
  let environment: ConsoleEnvironment;
  let ids: SeededScreens;

  before(async () => {
    backend = await startSimulatedAgent();
    const { url } = backend.simulator;
    environment = await openConsole(
      {
        AGENT_URL: backend.agent.url,
        ENDPOINT_RETRIES: '0',
        JUDGE_MODEL: 'sim/judge',
        JUDGE_BASE_URL: `${url}/v1`,
        USER_MODEL: 'sim/user',
        USER_BASE_URL: `${url}/v1`,
      },
      backend.simulator,
    );
    ids = await seedScreens(environment);
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await backend[Symbol.asyncDispose]();
  });

  for (const [name, path, said, act] of SCREENS) {
    it(`is small, does not move while it loads, fits every width and is accessible: ${name}`, async () => {
      await using tab = await environment.open(path(ids), { width: WIDTHS[0], height: 1000 });
      const { page } = tab;
      await waitForVisible(page.getByText(said));
      await page.waitForLoadState('networkidle');
      if (!LOADS_MORE.has(name)) await assertSmall(page);
      const shift = await page.evaluate<number>(SHIFTS);
      assert.ok(shift < MAX_SHIFT || MOVES.has(name), `it moved by ${shift} while it loaded`);
      await act?.(page);
      await assertAccessible(page, `${name} on a desktop`);
      await assertFits(page, name);
      await assertAccessible(page, `${name} on a phone`);
      assertNoFaults(tab);
    });
  }
});

/** Cumulative layout shift since the page started to load. */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0;
  const add = (list) => list.forEach(({ value }) => { sum += value; });
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
    add(observer.takeRecords());
    resolve(sum);
  })));
})`;

const sizes = new Map<string, Promise<number>>();

/** Asserts that the compressed scripts and styles of the page are small. */
async function assertSmall(page: Page): Promise<void> {
  const urls = await page.evaluate<readonly string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name)`,
  );
  const total = async (kind: string): Promise<number> => {
    const files = new Set(urls.filter((url) => url.endsWith(kind)));
    const bytes = await Promise.all([...files].map(sizeOf));
    return bytes.reduce((sum, one) => sum + one, 0);
  };
  const [script, style] = [await total('.js'), await total('.css')];
  assert.ok(script > 0 && script <= MAX_SCRIPT_BYTES, `${script} bytes of scripts`);
  assert.ok(style > 0 && style <= MAX_STYLE_BYTES, `${style} bytes of styles`);
}

function sizeOf(url: string): Promise<number> {
  const known = sizes.get(url) ?? fetchSize(url);
  sizes.set(url, known);
  return known;
}

async function fetchSize(url: string): Promise<number> {
  return gzipSync(await (await fetch(url)).arrayBuffer()).length;
}
