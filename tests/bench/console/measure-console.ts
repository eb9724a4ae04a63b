import { quantile } from '@fairtrial/statistics';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { build } from '../../../scripts/build.ts';
import { startDatabase, startService } from '../processes.ts';
import type { Options, Report } from '../report.ts';
import { countTurns, fillRun, type RunSize } from './fill-run.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const FIRST_ROW = '[role=grid] [role=row][aria-rowindex="2"]';
const LOADED_GRID = '[role=grid][aria-busy=false]';

const FULL = { run: { scenarios: 100, turns: 200 }, rounds: 5 };
const SHORT = { run: { scenarios: 100, turns: 20 }, rounds: 2 };
const SMALL_RUN: RunSize = { scenarios: 40, turns: 5 };

const TIMES = ['first_rows_ms', 'filter_ms', 'sort_ms'];
/** In multiples of the small run. */
const MAX_RATIO = 5;
const MAX_HEAP_RATIO = 2;

/** Measures the console with a run of 100,000 turns, and with one of 1,000. */
export async function measureConsole({ short }: Options): Promise<Report> {
  const { run, rounds } = short ? SHORT : FULL;
  await build(['console']);
  await using database = await startDatabase();
  await using evals = await startService('evals', { DATABASE_URL: database.url });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const open = async (size: RunSize): Promise<Figures> => {
    const runId = await fillRun(database.url, size);
    await untilOver(`${evals.url}/runs/${runId}?interactions=false`);
    const url = `${evals.url}/console/runs/${runId}?pass_threshold=0.7`;
    return measure(browser, url, rounds);
  };
  try {
    const small = await open(SMALL_RUN);
    const large = await open(run);
    return {
      figures: { turns: countTurns(run), ...large, small },
      limits: {
        ...Object.fromEntries(
          TIMES.map((name) => [name, { max: MAX_RATIO * (small[name] ?? NaN) }]),
        ),
        heap_megabytes: { max: MAX_HEAP_RATIO * (small['heap_megabytes'] ?? NaN) },
        rows_scrolled_past: { min: 500 },
        rows_drawn: { max: 100 },
      },
    };
  } finally {
    await browser.close();
  }
}

async function untilOver(url: string): Promise<void> {
  for (;;) {
    const { state } = (await (await fetch(url)).json()) as { state: string };
    if (state === 'completed') return;
    await wait(500);
  }
}

type Figures = Readonly<Record<string, number>>;

async function measure(browser: Browser, url: string, rounds: number): Promise<Figures> {
  const opened: number[] = [];
  const filtered: number[] = [];
  const sorted: number[] = [];
  for (let round = 1; ; round += 1) {
    const page = await browser.newPage({
      viewport: { width: 1360, height: 980 },
    });
    await page.goto(url);
    await page.waitForSelector(FIRST_ROW);
    opened.push(await page.evaluate<number>('performance.now()'));
    await page.waitForLoadState('networkidle');
    filtered.push(await timeFilter(page));
    sorted.push(await timeSort(page));
    if (round === rounds) {
      return {
        first_rows_ms: Math.min(...opened),
        filter_ms: Math.min(...filtered),
        sort_ms: Math.min(...sorted),
        ...(await scroll(page)),
        heap_megabytes: (await readHeapBytes(page)) / 1024 / 1024,
      };
    }
    await page.close();
  }
}

/** Measures the time from the last key press to the matching rows. Leaves the list without a filter. */
async function timeFilter(page: Page): Promise<number> {
  const count = page.getByRole('status').filter({ hasText: /^[\d,]+ interactions?$/ });
  const all = await count.textContent();
  const other = count.filter({ hasNotText: all ?? '' });
  await page.keyboard.press('/');
  await page.keyboard.type('score<0.6');
  const start = performance.now();
  await other.waitFor();
  const ms = performance.now() - start;
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await count.filter({ hasText: all ?? '' }).waitFor();
  return ms;
}

async function timeSort(page: Page): Promise<number> {
  const start = performance.now();
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  await page.waitForSelector(`${LOADED_GRID} [aria-sort=descending]`);
  const ms = performance.now() - start;
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  await page.waitForSelector(`${LOADED_GRID} [aria-sort=ascending]`);
  return ms;
}

/** Scrolls for some seconds and measures the duration of each frame. */
async function scroll(page: Page): Promise<Figures> {
  await page.evaluate(`{
    globalThis.frames_ = [];
    let last = performance.now();
    const tick = (now) => { frames_.push(now - last); last = now; requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
  }`);
  await page.locator('[role=grid]').hover();
  for (let turn = 0; turn < 150; turn += 1) {
    await page.mouse.wheel(0, 900);
    await wait(30);
  }
  const frames = await page.evaluate<number[]>('frames_');
  const rows = await page.evaluate<number[]>(
    `[...document.querySelectorAll('[role=grid] [role=row]')].map((row) => Number(row.getAttribute('aria-rowindex')))`,
  );
  return {
    scroll_p95_frame_ms: quantile(frames, 0.95) ?? NaN,
    scroll_frames: frames.length,
    rows_scrolled_past: Math.max(...rows),
    rows_drawn: rows.length,
  };
}

async function readHeapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
