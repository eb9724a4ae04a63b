import type { Basis } from '@fairtrial/contracts';
import { formatDelta, verdictLabel, type Tone, type VerdictResult } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { formatVerdictInterval } from '../format/confidence.ts';

export const TONE_CLASSES: Readonly<Record<Tone, string>> = {
  ok: 'text-ok font-semibold',
  bad: 'text-bad font-semibold',
  warn: 'text-warn font-semibold',
  plain: 'text-dim',
};

interface ChangeProps {
  readonly delta: number | null | undefined;
  /** Verdict on a scenario or a suite. Colour is used only for a change that a verdict found. */
  readonly verdict:
    | {
        readonly result: VerdictResult;
        readonly interval: readonly [number, number] | null;
        readonly confidence: number;
      }
    | null
    | undefined;
  readonly basis: Basis;
}

/** A change with its confidence interval: −0.090 [−0.140, −0.040] 99.4 %. */
export function Change({ delta, verdict, basis }: ChangeProps): ReactNode {
  const tone = verdict ? verdictLabel(verdict.result, basis).tone : 'plain';
  return (
    <span className="whitespace-nowrap">
      <span className={tone === 'plain' ? '' : TONE_CLASSES[tone]}>{formatDelta(delta)}</span>
      {verdict && <span className="text-dim"> {formatVerdictInterval(verdict)}</span>}
    </span>
  );
}
