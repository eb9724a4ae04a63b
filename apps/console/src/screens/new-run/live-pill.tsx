import type { ReactNode } from 'react';
import { Pill } from '../../parts/pill.tsx';
import type { Tone } from '../../parts/tile.tsx';
import type { Progress } from './follow-progress.ts';

const LOOK: Readonly<Record<Progress['state'], readonly [Tone, string, string]>> = {
  starting: ['plain', '…', 'starting'],
  running: ['plain', '▶', 'running'],
  grading: ['plain', '▶', 'grading'],
  stopping: ['warn', '■', 'stopping'],
  completed: ['ok', '✓', 'completed'],
  cancelled: ['warn', '■', 'stopped'],
  failed: ['bad', '✕', 'failed'],
};

interface LivePillProps {
  readonly state: Progress['state'];
  readonly isLost: boolean;
}

/** What a run is at. Also told to those who do not see it. */
export function LivePill({ state, isLost }: LivePillProps): ReactNode {
  const [tone, glyph, word] = isLost
    ? (['warn', '↻', 'the service does not answer, trying again'] as const)
    : LOOK[state];
  return (
    <div role="status">
      <Pill tone={tone} glyph={glyph}>
        {word}
      </Pill>
    </div>
  );
}
