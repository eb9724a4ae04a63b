import { setTimeout as wait } from 'node:timers/promises';
import { KEYS, type Caller } from './call-service.ts';

/** Finished runs of one model. */
export interface EndedRuns {
  /** 500 turns. */
  readonly full: string;
  /** A second run with 500 turns. */
  readonly second: string;
  /** One turn, two attempts. */
  readonly light: string;
  /** Like `light`, but all its turns failed. */
  readonly failed: string;
}

/** Runs that both databases have: a request for one costs the same in both, unless it depends on other runs. */
export interface TemplateRuns extends EndedRuns {
  /** Small runs for the warm-up of writes. */
  readonly spare: EndedRuns;
  /** Its jobs wait for a worker, in a separate project. */
  readonly queued: string;
}

/** Number of jobs of the queued run. */
export const LANES = 64;

const SCENARIOS = 10;
const TURNS = 10;
const ATTEMPTS = 5;
/** Number of turns of the full run. */
export const FULL_TURNS = SCENARIOS * TURNS * ATTEMPTS;

const REFUSED = 'http://127.0.0.1:1/v1/chat/completions';

/** Plays the runs that finish. The service must have a worker. */
export async function playTemplates(
  call: Caller,
  endpoint: string,
): Promise<Omit<TemplateRuns, 'queued'>> {
  const play = async (body: object): Promise<string> => untilOver(call, await post(call, body));
  const large = { test_batch: scenarios(SCENARIOS, TURNS), endpoint, attempts: ATTEMPTS };
  const small = { test_batch: scenarios(1, 1), endpoint, attempts: 2 };
  const playFull = (): Promise<string> => play({ ...large, test_name: 'growth full' });
  const playLight = (): Promise<string> => play({ ...small, test_name: 'growth light' });
  const playFailed = (): Promise<string> =>
    play({ ...small, endpoint: REFUSED, test_name: 'growth failed' });
  const spare = {
    full: await playLight(),
    second: await playLight(),
    light: await playLight(),
    failed: await playFailed(),
  };
  return {
    spare,
    full: await playFull(),
    second: await playFull(),
    light: await playLight(),
    failed: await playFailed(),
  };
}

/** Starts a run with as many attempts as lanes. The service must have no worker, so that all of them stay queued. */
export function postQueued(call: Caller, silentEndpoint: string): Promise<string> {
  const run = { test_batch: scenarios(1, 2), endpoint: silentEndpoint, test_name: 'growth queued' };
  return post(call, { ...run, attempts: LANES, concurrency: LANES }, KEYS.queued);
}

/** A run played by one lane, so that the batching of its turns into statements does not depend on timing. */
export function probeRun(endpoint: string): object {
  const run = { test_batch: scenarios(2, 5), endpoint, model_id: 'sim/echo' };
  return { ...run, test_name: 'growth light', attempts: 2, concurrency: 1, baseline: 'latest' };
}

export async function post(call: Caller, body: object, key?: string): Promise<string> {
  const { run_id } = await call<{ run_id: string }>({
    method: 'POST',
    path: '/evaluate',
    body: { model_id: 'sim/echo', ...body },
    headers: { prefer: 'respond-async', ...(key === undefined ? {} : { 'x-api-key': key }) },
  });
  return run_id;
}

const OVER = new Set(['completed', 'cancelled', 'failed']);

export async function untilOver(call: Caller, runId: string): Promise<string> {
  for (;;) {
    const { state } = await call<{ state: string }>({ path: `/runs/${runId}?interactions=false` });
    if (OVER.has(state)) return runId;
    await wait(50);
  }
}

function scenarios(count: number, turns: number): object[] {
  return Array.from({ length: count }, (_, scenario) => ({
    id: `scenario-${scenario}`,
    name: `case ${scenario}`,
    interactions: Array.from({ length: turns }, (__, turn) => ({
      id: `${scenario}-${turn}`,
      user_message: `How long does it take, question ${scenario}.${turn}?`,
      reference_reply: `It takes ${turn + 2} working days, and all will be well in the end.`,
      reference_metadata: { intent: turn % 2 === 0 ? 'ask' : 'inform', sentiment: 'neutral' },
    })),
  }));
}
