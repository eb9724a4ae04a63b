import type { RunId } from '@assay/contracts';
import { finishRun as storeSummary } from '../db/end-run.ts';
import { findRun } from '../db/find-run.ts';
import { listOutcomes } from '../db/list-outcomes.ts';
import { storeDigest } from '../db/store-digest.ts';
import { tallyTurns } from '../db/tally-turns.ts';
import type { RunSummary } from '../db/run-summary.ts';
import type { Tx } from '../db/tx.ts';
import { digestOf } from './digest-of.ts';
import { judgeRun } from './gates/judge-run.ts';
import type { RunNews } from './run-news.ts';
import { meansOf } from './stats-of.ts';
import { summariseRun } from './summarise-run.ts';

interface FinishServices {
  readonly tx: Tx;
  readonly news: RunNews;
  readonly now: () => Date;
}

/** Writes the summary of a run, once, from what was recorded turn by turn. */
export async function finishRun({ tx, news, now }: FinishServices, id: RunId): Promise<void> {
  const run = await findRun(tx, id);
  // Deleted meanwhile, played again, or somebody else was at it: a summary is a lot of work.
  if (run === undefined || run.state !== 'finishing') return;
  const summary = await summariseRun(run, listOutcomes(tx, id), now());
  const verdict = await judgeRun(tx, run);
  const warnings = [...summary.warnings, ...verdict.warnings];
  const judged: RunSummary = { ...summary, ...verdict, warnings };
  await storeDigest(tx, id, digestOf(judged, await tallyTurns(tx, id)));
  await storeSummary(tx, id, { scores: meansOf(summary.stats), summary: judged });
  news.tellEnd(id);
}
