import {
  formatDelta,
  formatDeltaInterval,
  VERDICT_LABELS,
  type Tone,
  type VerdictResult,
} from '@assay/format';
import type { ReactNode } from 'react';

/** Classes of a status in a table. */
export const TONE_CLASSES: Readonly<Record<Tone, string>> = {
  ok: 'text-ok font-semibold',
  bad: 'text-bad font-semibold',
  warn: 'text-warn',
  plain: 'text-dim',
};

interface ChangeProps {
  readonly delta: number | null | undefined;
  readonly interval?: readonly [number, number] | null | undefined;
  /** Red and green are only for changes beyond noise. */
  readonly result?: VerdictResult | null | undefined;
}

/** A change and how sure it is: ▼ −0.090 [−0.140, −0.040]. */
export function Change({ delta, interval, result }: ChangeProps): ReactNode {
  const beyondNoise =
    result === 'regressed' || result === 'improved' ? VERDICT_LABELS[result] : undefined;
  return (
    <span className="whitespace-nowrap">
      <span className={beyondNoise && TONE_CLASSES[beyondNoise.tone]}>
        {beyondNoise && <span aria-hidden>{beyondNoise.glyph} </span>}
        {formatDelta(delta)}
      </span>
      {interval && <span className="text-dim"> {formatDeltaInterval(interval)}</span>}
    </span>
  );
}
