import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { startService, type Service } from '../services/start-service.ts';

/** The folder in SCREENSHOTS, or `screenshots` in the repository. */
const SCREENSHOTS =
  process.env['SCREENSHOTS'] ?? fileURLToPath(new URL('../../../screenshots', import.meta.url));

export type Theme = 'light' | 'dark';
/**
 * Screens behave the same in both themes, and `assertAccessible` looks at both. So the tests repeat in the dark theme
 * only if `SCREENSHOTS` is set, for the pictures.
 */
export const THEMES: readonly Theme[] =
  process.env['SCREENSHOTS'] === undefined ? ['light'] : ['light', 'dark'];

/** The real services and a browser, for one test file. */
export interface ConsoleEnvironment extends AsyncDisposable {
  readonly evals: Service;
  readonly simulator: Service;
  readonly browser: Browser;
  /** The simulator as an endpoint for runs. */
  readonly endpoint: string;
  open(path: string, options?: OpenOptions): Promise<ConsolePage>;
}

export interface OpenOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
}

/** A tab and its faults. */
export interface ConsolePage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Script errors, violations of the content security policy, requests to other hosts, dialogs. */
  readonly faults: readonly string[];
}

/** Starts the simulator, the evaluation service with the built console, and a browser. */
export async function openConsole(
  env: Readonly<Record<string, string>> = {},
): Promise<ConsoleEnvironment> {
  const [simulator, evals, browser] = await Promise.all([
    startService('simulator'),
    startService('evals', { MAX_ATTEMPTS: '100', ...env }),
    openBrowser('--enable-precise-memory-info'),
  ]);
  return {
    evals,
    simulator,
    browser,
    endpoint: `${simulator.url}/v1`,
    open: (path, options = {}) => openPage(browser, evals.url, { path, ...options }),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await Promise.all([evals[Symbol.asyncDispose](), simulator[Symbol.asyncDispose]()]);
    },
  };
}

/** Opens a path of the service at the origin. */
export async function openPage(
  browser: Browser,
  origin: string,
  { path, theme = 'light', width = 1360, height = 980 }: OpenOptions & { readonly path: string },
): Promise<ConsolePage> {
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The screen reports refused requests; the browser's own message about them is not a fault.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) faults.push(`request: ${request.url()}`);
  });
  await page.goto(origin + path);
  return { page, context, faults, [Symbol.asyncDispose]: () => context.close() };
}

export async function takeScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
}

export function assertNoFaults({ faults }: ConsolePage): void {
  assert.deepEqual(faults, []);
}
