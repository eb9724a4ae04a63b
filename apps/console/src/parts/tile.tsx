import { VERDICT_LABELS, type Tone, type VerdictResult } from '@assay/format';
import type { ReactNode } from 'react';

interface TileProps {
  readonly label: string;
  readonly value: string;
  readonly tone?: Tone;
  /** Details below the number. */
  readonly children?: ReactNode;
}

const TONES: Readonly<Record<Tone, string>> = {
  plain: '',
  ok: 'text-ok',
  bad: 'text-bad',
  warn: 'text-warn',
};

export function Tile({ label, value, tone = 'plain', children }: TileProps): ReactNode {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-3">
      <h2 className="text-[13px] font-semibold text-dim">{label}</h2>
      <p className={`mt-0.5 text-2xl font-semibold ${TONES[tone]}`}>{value}</p>
      <p className="mt-0.5 min-h-10 text-[13px] text-dim">{children}</p>
    </section>
  );
}

/** Red and green are only for changes beyond noise. */
export function verdictTone(result: VerdictResult | undefined): Tone {
  return result === undefined ? 'plain' : VERDICT_LABELS[result].tone;
}
