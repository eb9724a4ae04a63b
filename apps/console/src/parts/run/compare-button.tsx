import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readRuns, togglePicked, writeRuns } from '../../format/picked-runs.ts';
import { Button } from '../../ui/button.tsx';

/** Compares the picked runs; not rendered while none is picked. */
export function CompareButton({ picked }: { readonly picked: PickedRuns }): ReactNode {
  const count = picked.ids.length;
  if (count === 0) return null;
  return (
    <Button onClick={picked.compare}>
      {count === 1 ? 'Compare with …' : `Compare ${count} runs`}
    </Button>
  );
}

export interface PickedRuns {
  readonly ids: readonly string[];
  readonly pick: (runId: string) => void;
  /** Opens the comparison; with only one run, the list to choose others from. */
  readonly compare: () => void;
}

/** The runs picked in a list for a comparison; kept in the list's URL. */
export function usePickedRuns(
  value: string | undefined,
  onChange: (value: string | undefined) => void,
): PickedRuns {
  const navigate = useNavigate();
  const ids = readRuns(value);
  return {
    ids,
    pick: (runId) => onChange(writeRuns(togglePicked(ids, runId))),
    compare: () => {
      if (ids.length === 0) return;
      // Ids sort by time: the oldest is the baseline.
      void navigate({ to: '/console/compare', search: { runs: ids.toSorted().join('.') } });
    },
  };
}
