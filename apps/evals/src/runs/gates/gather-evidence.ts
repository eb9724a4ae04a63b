import type { Run } from '../../db/run.ts';
import type { Tx } from '../../db/tx.ts';
import { compareSides } from '../compare/compare-sides.ts';
import { DEFAULT_MARGIN, DEFAULT_METRIC } from '../compare/compare-stored.ts';
import { readSide, readSides } from '../compare/read-sides.ts';
import type { Evidence } from './evidence.ts';

/** Reads a run, and its baseline where there is one, turn by turn. */
export async function gatherEvidence(
  tx: Tx,
  run: Run,
  baseline: Run | undefined,
): Promise<Evidence> {
  const metric = DEFAULT_METRIC;
  const readWhole = () => readSide(tx, run, { metric });
  if (baseline === undefined) return { run, whole: await readWhole(), compared: undefined };
  const sides = await readSides(tx, { baseline, candidate: run }, metric);
  const options = { metric, margin: DEFAULT_MARGIN };
  const comparison = compareSides({ baseline, candidate: run, sides }, options);
  const { scenarios, interactions } = sides.matching.unmatched;
  const isPartial = [...scenarios, ...interactions].some(({ side }) => side === 'candidate');
  const whole = isPartial ? await readWhole() : sides.candidate;
  return { run, whole, compared: { baseline, sides, comparison } };
}
