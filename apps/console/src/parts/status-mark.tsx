import type { StatusLabel } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { TONE_CLASSES } from './change.tsx';

interface StatusMarkProps {
  readonly status: StatusLabel;
  readonly className?: string;
}

/** A status in words with its glyph, which screen readers leave out. The words can be untrusted text. */
export function StatusMark({ status, className = '' }: StatusMarkProps): ReactNode {
  const { glyph, label, tone } = status;
  return (
    <span className={`${TONE_CLASSES[tone]} ${className}`}>
      <span aria-hidden>{glyph} </span>
      <bdi>{label}</bdi>
    </span>
  );
}
