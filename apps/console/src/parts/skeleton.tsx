import type { ReactNode } from 'react';
import { useAfter } from './use-after.ts';

const TIMEOUT_MS = 150;
/** A screen: tiles, charts, rows. */
const SCREEN = ['h-24', 'h-44', 'h-80'] as const;

interface SkeletonProps {
  readonly label: string;
  /** How tall each block is, as a class. */
  readonly blocks?: readonly string[];
}

/** Where something will be. What comes at once never flickers. */
export function Skeleton({ label, blocks = SCREEN }: SkeletonProps): ReactNode {
  const isSlow = useAfter(TIMEOUT_MS);
  return (
    <div role="status" aria-busy className="grid gap-4">
      <span className="sr-only">Loading {label} …</span>
      {blocks.map((height, at) => (
        <div key={at} className={`${height} ${isSlow ? 'skeleton' : ''}`} />
      ))}
    </div>
  );
}
