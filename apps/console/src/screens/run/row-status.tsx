import type { RowStatus } from '@assay/contracts';
import type { ReactNode } from 'react';

const LOOK: Readonly<Record<RowStatus, readonly [glyph: string, word: string, colour: string]>> = {
  error: ['!', 'error', 'text-warn'],
  failed: ['✕', 'fail', 'text-bad'],
  flaky: ['≈', 'flaky', 'text-warn'],
  passed: ['✓', 'pass', 'text-ok'],
  scored: ['·', 'scored', 'text-dim'],
  unscored: ['–', 'no score', 'text-dim'],
};

/** Glyph, word and colour. */
export function RowStatusWord({ status }: { readonly status: RowStatus }): ReactNode {
  const [glyph, word, colour] = LOOK[status];
  return (
    <span className={`font-semibold whitespace-nowrap ${colour}`}>
      <span aria-hidden className="mr-1 inline-block w-3 text-center">
        {glyph}
      </span>
      {word}
    </span>
  );
}
