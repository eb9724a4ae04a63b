import type { Tone } from '@fairtrial/format';
import type { ReactNode } from 'react';

const TONES: Readonly<Record<Tone, string>> = {
  plain: 'bg-raised text-dim',
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
};

interface PillProps {
  readonly tone: Tone;
  /** Leading glyph, because colour must not be the only sign. */
  readonly glyph: string;
  readonly children: ReactNode;
}

/** A status: glyph, text and colour. */
export function Pill({ tone, glyph, children }: PillProps): ReactNode {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 font-semibold ${TONES[tone]}`}
    >
      <span aria-hidden>{glyph}</span>
      {children}
    </span>
  );
}
