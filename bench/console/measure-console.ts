import { quantile } from '@assay/statistics';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { median, round3 } from '../figures.ts';
import { startDatabase, startService } from '../processes.ts';
import { fillRun, TURNS } from './fill-run.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const ROUNDS = 5;
const FIRST_ROW = '[role=grid] [role=row][aria-rowindex="2"]';
const LOADED_GRID = '[role=grid][aria-busy=false]';

/** Measures the console with a run of 100,000 turns. Build the console first: `npm run build:console`. */
export async function measureConsole(): Promise<object> {
  await using database = await startDatabase();
  await using evals = await startService('evals', { DATABASE_URL: database.url });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const runId = await fillRun(database.url);
    await untilOver(`${evals.url}/runs/${runId}?interactions=false`);
    const figures = await measure(browser, `${evals.url}/console/runs/${runId}?pass_threshold=0.7`);
    return { bench: 'console', turns: TURNS, ...figures };
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

async function measure(browser: Browser, url: string): Promise<object> {
  const opened: number[] = [];
  const filtered: number[] = [];
  const sorted: number[] = [];
  let scrolled = { p95: 0, frames: 0, rows: 0 };
  let heap = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.newPage({
      viewport: { width: 1360, height: 980 },
      bypassCSP: true, // `waitForFunction` evaluates a string
    });
    await page.goto(url);
    await page.waitForSelector(FIRST_ROW);
    opened.push(await page.evaluate<number>('performance.now()'));
    await page.waitForLoadState('networkidle');
    filtered.push(await timeFilter(page));
    sorted.push(await timeSort(page));
    if (round === ROUNDS - 1) {
      scrolled = await scroll(page);
      heap = await readHeapBytes(page);
    }
    await page.close();
  }
  return {
    first_rows_ms: Math.round(median(opened)),
    filter_ms: Math.round(median(filtered)),
    sort_ms: Math.round(median(sorted)),
    scroll_p95_frame_ms: round3(scrolled.p95),
    scroll_frames: scrolled.frames,
    rows_scrolled_past: scrolled.rows,
    heap_megabytes: round3(heap / 1024 / 1024),
  };
}

/** Measures the time from the last key press to the matching rows. */
async function timeFilter(page: Page): Promise<number> {
  const before = await page.textContent('[role=status] >> text=/interactions?$/');
  await page.keyboard.press('/');
  await page.keyboard.type('score<0.6');
  const start = performance.now();
  await page.waitForFunction(
    `!document.querySelector('${LOADED_GRID}') ? false : ![...document.querySelectorAll('[role=status]')]
      .some(({ textContent }) => textContent === ${JSON.stringify(before)})`,
  );
  const ms = performance.now() - start;
  await page.keyboard.press('Escape');
  return ms;
}

async function timeSort(page: Page): Promise<number> {
  const start = performance.now();
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  await page.waitForSelector(`${LOADED_GRID} [aria-sort=descending]`);
  const ms = performance.now() - start;
  await page.getByRole('button', { name: 'Failures first' }).click();
  await page.waitForSelector(LOADED_GRID);
  return ms;
}

/** Scrolls for some seconds and measures the duration of each frame. */
async function scroll(page: Page): Promise<{ p95: number; frames: number; rows: number }> {
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
  const rows = await page.evaluate<number>(
    `Math.max(...[...document.querySelectorAll('[role=grid] [role=row]')].map((row) => Number(row.getAttribute('aria-rowindex'))))`,
  );
  const p95 = quantile(frames, 0.95) ?? 0;
  return { p95, frames: frames.length, rows };
}

async function readHeapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
