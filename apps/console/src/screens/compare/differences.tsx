import type { Comparison } from '@assay/contracts';
import type { ReactNode } from 'react';

interface DifferencesProps {
  readonly comparison: Comparison;
  /** Opens the tab with their values. */
  readonly onOpen: () => void;
}

/** The names of the settings in which the runs differ. */
export function Differences({ comparison: { differences }, onOpen }: DifferencesProps): ReactNode {
  if (differences.length === 0) return null;
  return (
    <p className="mb-4 text-[13px] wrap-anywhere">
      Configured differently:{' '}
      <button
        type="button"
        onClick={onOpen}
        className="text-left text-accent underline underline-offset-2"
      >
        {differences.map(({ field }) => field).join(', ')}
      </button>
    </p>
  );
}
