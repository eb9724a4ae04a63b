import type { ComparisonVerdict } from '@assay/contracts';
import type { ReactNode } from 'react';

type Word = ComparisonVerdict['result'];

const LOOK: Readonly<Record<Word, readonly [string, string]>> = {
  regressed: ['▼', 'text-bad font-semibold'],
  improved: ['▲', 'text-ok font-semibold'],
  same: ['=', 'text-dim'],
  inconclusive: ['≈', 'text-dim'],
};

/** What may be said of a change: glyph, word and colour. */
export function VerdictWord({ word }: { readonly word: Word | undefined }): ReactNode {
  if (word === undefined) return <span className="text-dim">not known</span>;
  const [glyph, tone] = LOOK[word];
  return (
    <span className={`whitespace-nowrap ${tone}`}>
      <span aria-hidden className="inline-block w-4">
        {glyph}
      </span>
      {word}
    </span>
  );
}
