import type { Headline } from '@fairtrial/contracts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '../support/browser/open-browser.ts';
import { startService } from '../support/services/start-service.ts';
import {
  assertListsAgree,
  assertPairAgrees,
  assertRunAgrees,
  type Surfaces,
} from './assert-agree.ts';
import type { Expected, Situation } from './situation.ts';
import { openEnvironment } from './stage/open-environment.ts';
import { startPlannedEndpoint } from './stage/planned-endpoint.ts';
import { startPlannedJudge } from './stage/planned-judge.ts';
import type { PlayedPair, PlayedRun } from './stage/stage.ts';

export interface PlayedSituations extends AsyncDisposable {
  /** Waits until a situation has been played. */
  subjectsOf(name: string): Promise<readonly (PlayedRun | PlayedPair)[]>;
  /** Asserts that lists of runs agree once all situations have been played. */
  assertListsAgree(): Promise<void>;
  assertAgree(subject: PlayedRun | PlayedPair, expected: Expected): Promise<Headline>;
}

/** Situations played at the same time: more would only wait for the CPU. */
const AT_ONCE = 6;

/** Starts one service, one endpoint, one judge and one browser, and starts playing all situations. */
export async function openSituations(situations: readonly Situation[]): Promise<PlayedSituations> {
  const endpoint = await startPlannedEndpoint();
  const judge = await startPlannedJudge(endpoint);
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-situations-'));
  const [evals, browser] = await Promise.all([
    startService('evals', {
      JUDGE_MODEL: 'stub/judge',
      JUDGE_BASE_URL: judge.url,
      JUDGE_CONCURRENCY: '16',
      ENDPOINT_RETRIES: '0',
    }),
    openBrowser(),
  ]);
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'UTC' });
  page.setDefaultTimeout(60_000); // a guard against hanging
  await page.goto(`${evals.url}/console/left`);
  const surfaces: Surfaces = { api: evals, page };
  const enter = limitTo(AT_ONCE);
  const played = new Map(
    situations.map(({ name, play }, number) => {
      const stage = openEnvironment({ api: evals, endpoint, folder, number, name });
      const subjects = enter(() => play(stage));
      // The test of the situation reports the failure.
      subjects.catch(() => undefined);
      return [name, subjects] as const;
    }),
  );
  return {
    subjectsOf: (name) => played.get(name) ?? Promise.resolve([]),
    async assertListsAgree() {
      await Promise.allSettled(played.values());
      await assertListsAgree(surfaces);
    },
    assertAgree: (subject, expected) =>
      subject.kind === 'run'
        ? assertRunAgrees(surfaces, subject, expected)
        : assertPairAgrees(surfaces, subject, expected),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(played.values());
      await browser.close();
      await evals[Symbol.asyncDispose]();
      await judge[Symbol.asyncDispose]();
      await endpoint[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** Runs at most `limit` tasks at a time, in order. */
function limitTo(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free === 0) await new Promise<void>((resolve) => void waiting.push(resolve));
    else free -= 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
