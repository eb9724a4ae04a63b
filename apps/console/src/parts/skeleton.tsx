import { useEffect, useState, type ReactNode } from 'react';

const DELAY_MS = 150;
/** Placeholders for tiles, charts and rows. */
const SCREEN = ['h-24', 'h-44', 'h-80'] as const;

interface SkeletonProps {
  readonly label: string;
  /** The height of each block, as a class. */
  readonly blocks?: readonly string[];
}

/** Placeholder blocks. They become visible after a delay, so that fast answers do not flicker. */
export function Skeleton({ label, blocks = SCREEN }: SkeletonProps): ReactNode {
  const isSlow = useHasElapsed(DELAY_MS);
  return (
    <div role="status" aria-busy className="grid gap-4">
      <span className="sr-only">Loading {label} …</span>
      {blocks.map((height, at) => (
        <div key={at} className={`${height} ${isSlow ? 'skeleton' : ''}`} />
      ))}
    </div>
  );
}

function useHasElapsed(ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasElapsed;
}
