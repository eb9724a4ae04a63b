import type { Run } from '../db/run.ts';
import type { RunServices } from './run-services.ts';
import { summariseRun } from './summarise-run.ts';

/** Writes the result of a run, once, from what was recorded turn by turn. */
export async function finishRun({ store, now }: RunServices, run: Run): Promise<void> {
  const turns = await store.listTurns(run.id);
  await store.finishRun(run.id, summariseRun(run, turns, now()));
}
