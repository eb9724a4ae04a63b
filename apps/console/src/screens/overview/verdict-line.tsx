import type { Comparison } from '@assay/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PRIMARY_BUTTON } from '../../ui/button.tsx';
import { writeRuns } from '../../format/picked-runs.ts';
import type { VerdictSentence } from './say-verdict.ts';

interface VerdictLineProps {
  readonly verdict: VerdictSentence;
  readonly comparison: Comparison | undefined;
}

const LOOK = {
  bad: ['▼', 'border-bad bg-bad-soft text-bad'],
  ok: ['▲', 'border-ok bg-ok-soft text-ok'],
  plain: ['≈', 'border-line bg-surface text-text'],
} as const;

/** Better or worse, where, and the way there. */
export function VerdictLine({ verdict, comparison }: VerdictLineProps): ReactNode {
  const [glyph, look] = LOOK[verdict.tone];
  return (
    <section
      aria-label="The latest run"
      className={`mb-4 flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border py-2 pr-2 pl-4 ${look}`}
    >
      <p className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <span aria-hidden className="mr-2">
          {glyph}
        </span>
        <strong className="font-semibold">{verdict.text}</strong>
        {verdict.rest !== '' && <span> {verdict.rest}</span>}
      </p>
      {comparison && (
        <Link
          to="/console/compare"
          search={{
            runs: writeRuns([comparison.baseline.run_id, comparison.candidate.run_id]) ?? '',
          }}
          className={PRIMARY_BUTTON}
        >
          Open the comparison <kbd className="font-mono text-xs">↵</kbd>
        </Link>
      )}
    </section>
  );
}
