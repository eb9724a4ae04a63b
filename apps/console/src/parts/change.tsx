import type { ComparisonVerdict } from '@assay/contracts';
import { formatDelta, formatDeltaInterval } from '@assay/format';
import type { ReactNode } from 'react';

interface ChangeProps {
  readonly delta: number | null | undefined;
  readonly interval?: readonly [number, number] | null | undefined;
  /** Red and green are only for changes beyond noise. */
  readonly result?: ComparisonVerdict['result'] | null | undefined;
}

const RESULT_STYLES = {
  regressed: ['▼', 'text-bad font-semibold'],
  improved: ['▲', 'text-ok font-semibold'],
} as const;

/** A change and how sure it is: ▼ −0.090 [−0.140, −0.040]. */
export function Change({ delta, interval, result }: ChangeProps): ReactNode {
  const [glyph, style] =
    result === 'regressed' || result === 'improved' ? RESULT_STYLES[result] : ['', ''];
  return (
    <span className="whitespace-nowrap">
      <span className={style}>
        {glyph !== '' && <span aria-hidden>{glyph} </span>}
        {formatDelta(delta)}
      </span>
      {interval && <span className="text-dim"> {formatDeltaInterval(interval)}</span>}
    </span>
  );
}
