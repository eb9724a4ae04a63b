import type { ReactNode } from 'react';
import { useAfter } from './use-after.ts';

const PATIENCE_MS = 150;

interface SkeletonProps {
  readonly label: string;
  /** How tall each block is, as a class. */
  readonly blocks?: readonly string[];
}

/** Where something will be. What comes at once never flickers. */
export function Skeleton({ label, blocks = ['h-24', 'h-44', 'h-80'] }: SkeletonProps): ReactNode {
  const isSlow = useAfter(PATIENCE_MS);
  return (
    <div role="status" aria-busy className="grid gap-4">
      <span className="sr-only">Loading {label} …</span>
      {blocks.map((height, at) => (
        <div key={at} className={`${height} ${isSlow ? 'skeleton' : ''}`} />
      ))}
    </div>
  );
}
