import type { RunState } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Pill } from './pill.tsx';
import type { Tone } from './tile.tsx';

const LOOK: Readonly<Record<RunState, readonly [Tone, string]>> = {
  running: ['plain', '▶'],
  cancelling: ['warn', '■'],
  completed: ['ok', '✓'],
  cancelled: ['warn', '■'],
  failed: ['bad', '✕'],
};

/** What state a run is in: glyph, word and colour. */
export function RunStatePill({ state }: { readonly state: RunState }): ReactNode {
  const [tone, glyph] = LOOK[state];
  return (
    <Pill tone={tone} glyph={glyph}>
      {state}
    </Pill>
  );
}
