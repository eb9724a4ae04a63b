import type { ReactNode } from 'react';
import { formatDelta } from '../format/numbers.ts';

interface DeltaProps {
  readonly delta: number | null | undefined;
  /** Below it a change says nothing: grey. */
  readonly noise?: number;
}

/** A change: ▲ or ▼, its size, and a colour where it is more than nothing. */
export function Delta({ delta, noise = 0.03 }: DeltaProps): ReactNode {
  if (delta === null || delta === undefined) return <span className="text-dim">–</span>;
  const size = formatDelta(Math.abs(delta), 2).replace('+', '');
  if (Number(size) === 0) return <span className="text-dim">{size}</span>;
  const tone = delta < 0 ? 'text-bad' : 'text-ok';
  return (
    <span className={Math.abs(delta) < noise ? 'text-dim' : tone}>
      <span aria-hidden>{delta < 0 ? '▼' : '▲'} </span>
      <span className="sr-only">{delta < 0 ? 'minus ' : 'plus '}</span>
      {size}
    </span>
  );
}
