import type { Run } from '../db/run.ts';
import type { RunServices } from './run-services.ts';
import { summariseRun } from './summarise-run.ts';

/** Writes the result of a run, once, from what was recorded turn by turn. */
export async function finishRun(services: RunServices, run: Run): Promise<void> {
  const { store, endpoints, now } = services;
  const turns = await store.listTurns(run.id);
  await store.finishRun(run.id, summariseRun(run, turns, now()));
  endpoints.release(run.id);
}
