import type { Comparison } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Pill } from '../../parts/pill.tsx';

/** Better or worse than the baseline, and in how many scenarios. */
export function VerdictPill({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const { scenarios, compared } = comparison;
  const count = (word: 'regressed' | 'improved'): number =>
    scenarios.filter(({ verdict }) => verdict?.result === word).length;
  const [down, up] = [count('regressed'), count('improved')];
  const of = `of ${compared} scenario${compared === 1 ? '' : 's'}`;
  if (down > 0) {
    return (
      <Pill tone="bad" glyph="▼">
        regressed: {down} {of}
      </Pill>
    );
  }
  if (up > 0) {
    return (
      <Pill tone="ok" glyph="▲">
        improved: {up} {of}
      </Pill>
    );
  }
  return (
    <Pill tone="plain" glyph="≈">
      no change beyond noise
    </Pill>
  );
}
