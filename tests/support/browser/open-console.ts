import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import type { Theme } from './take-screenshot.ts';
import { startService, type Service } from '../services/start-service.ts';

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

/**
 * Starts the evaluation service with the built console, and a browser; also the simulator, unless the test has started
 * one.
 */
export async function openConsole(
  env: Readonly<Record<string, string>> = {},
  started?: Service,
): Promise<ConsoleEnvironment> {
  const [simulator, evals, browser] = await Promise.all([
    started ?? startService('simulator'),
    startService('evals', { MAX_ATTEMPTS: '100', ...env }),
    openBrowser(),
  ]);
  return {
    evals,
    simulator,
    browser,
    endpoint: `${simulator.url}/v1`,
    open: reuseTab(browser, evals.url),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await evals[Symbol.asyncDispose]();
      if (started === undefined) await simulator[Symbol.asyncDispose]();
    },
  };
}

/** Opens a path of the service in a tab that shares nothing with other tabs. */
export async function openPage(
  browser: Browser,
  origin: string,
  { path, ...look }: OpenOptions & { readonly path: string },
): Promise<ConsolePage> {
  const page = await newPage(browser);
  const faults = await showPath(page, { origin, path, ...look });
  const context = page.context();
  return { page, context, faults, [Symbol.asyncDispose]: () => context.close() };
}

/**
 * Opens paths of the service in one tab, one after the other. A new tab would load and compile the console again, which
 * takes longer than most tests.
 */
export function reuseTab(
  browser: Browser,
  origin: string,
): (path: string, options?: OpenOptions) => Promise<ConsolePage> {
  let opened: Promise<Page> | undefined;
  let isOpen = false;
  return async (path, options = {}) => {
    assert.ok(!isOpen, 'the tab is in use: openPage opens another one');
    isOpen = true;
    opened ??= newPage(browser);
    const page = await opened;
    const faults = await showPath(page, { origin, path, ...options });
    return {
      page,
      context: page.context(),
      faults,
      async [Symbol.asyncDispose]() {
        page.removeAllListeners();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.evaluate('localStorage.clear(); sessionStorage.clear()');
        isOpen = false;
      },
    };
  };
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000); // a guard against hanging
  return page;
}

type Shown = OpenOptions & { readonly origin: string; readonly path: string };

/** Opens a path, and returns the faults of the page from now on. */
async function showPath(page: Page, shown: Shown): Promise<readonly string[]> {
  const { origin, path, theme = 'light', width = 1360, height = 980 } = shown;
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height });
  const faults: string[] = [];
  let isLoaded = false;
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The screen reports refused requests; the browser's own message about them is not a fault.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    // The page before asks about its unsaved changes.
    const isLeaving = !isLoaded && dialog.type() === 'beforeunload';
    if (!isLeaving) faults.push(`dialog: ${dialog.message()}`);
    void (isLeaving ? dialog.accept() : dialog.dismiss());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) faults.push(`request: ${request.url()}`);
  });
  await page.goto(origin + path);
  isLoaded = true;
  return faults;
}

export function assertNoFaults({ faults }: ConsolePage): void {
  assert.deepEqual(faults, []);
}
