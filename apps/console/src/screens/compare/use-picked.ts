import { useNavigate } from '@tanstack/react-router';
import { readRuns, togglePicked, writeRuns } from '../../format/picked-runs.ts';

export interface Picked {
  readonly ids: readonly string[];
  readonly pick: (runId: string) => void;
  /** Opens the comparison; with one run, the choice of others. */
  readonly compare: () => void;
}

/** The runs that a list has chosen for a comparison; the list keeps them in its URL. */
export function usePicked(
  value: string | undefined,
  onChange: (value: string | undefined) => void,
): Picked {
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
