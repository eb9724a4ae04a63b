import type { RunHead } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatCount } from '../format/numbers.ts';

/** What became of a run in a word: against its baseline where it has one, else how far it came. */
export function RunVerdict({ run }: { readonly run: RunHead }): ReactNode {
  const [glyph, words, tone] = lookOf(run);
  return (
    <span className={`whitespace-nowrap ${tone}`}>
      <span aria-hidden className="inline-block w-4">
        {glyph}
      </span>
      {words}
    </span>
  );
}

type Look = readonly [glyph: string, words: string, tone: string];

const DONE = 'text-ok';
const BAD = 'font-semibold text-bad';

function lookOf({ state, turns, overview }: RunHead): Look {
  if (state === 'failed') return ['✕', 'failed', BAD];
  if (state === 'cancelled') return ['■', 'cancelled', 'text-warn'];
  if (state !== 'completed') {
    const { finished, total } = turns;
    return ['▶', `${state} ${formatCount(finished)}/${formatCount(total)}`, 'text-accent'];
  }
  const verdict = overview?.verdict;
  if (!verdict) return ['✓', 'completed', DONE];
  const { regressed, improved, compared } = verdict;
  if (regressed > 0) return ['▼', `regressed ${regressed} of ${compared}`, BAD];
  if (improved > 0) return ['▲', `improved ${improved} of ${compared}`, 'font-semibold text-ok'];
  return ['≈', 'no change', 'text-dim'];
}
