import { useEffect, useState } from 'react';
import { paceOf, type Pace, type Progress } from './follow-progress.ts';

const TICK_MS = 1000;

interface Span {
  readonly startedAt: number;
  readonly isOver: boolean;
  /** When it was over, as soon as that is known. */
  readonly endedAt: number | undefined;
}

/** How fast a run goes; what is left shrinks while one looks. */
export function usePace(
  progress: Progress,
  { startedAt, isOver, endedAt }: Span,
): Pace | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  if (isOver && endedAt === undefined) return undefined;
  return paceOf(progress, (isOver ? (endedAt ?? now) : now) - startedAt);
}
