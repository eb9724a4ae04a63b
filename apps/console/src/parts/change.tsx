import type { ComparisonVerdict } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatDelta, formatDeltaInterval } from '../format/numbers.ts';

interface ChangeProps {
  readonly delta: number | null | undefined;
  readonly interval?: readonly [number, number] | null | undefined;
  /** Red and green are for what is beyond noise. */
  readonly word?: ComparisonVerdict['result'] | null | undefined;
}

const TONES = {
  regressed: ['▼', 'text-bad font-semibold'],
  improved: ['▲', 'text-ok font-semibold'],
} as const;

/** A change and how sure it is: ▼ −0.090 [−0.140, −0.040]. */
export function Change({ delta, interval, word }: ChangeProps): ReactNode {
  const [glyph, tone] = word === 'regressed' || word === 'improved' ? TONES[word] : ['', ''];
  return (
    <span className="whitespace-nowrap">
      <span className={tone}>
        {glyph !== '' && <span aria-hidden>{glyph} </span>}
        {formatDelta(delta)}
      </span>
      {interval && <span className="text-dim"> {formatDeltaInterval(interval)}</span>}
    </span>
  );
}
