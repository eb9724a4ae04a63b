import type { RunHead } from '@assay/contracts';
import { useState, type ReactNode } from 'react';
import { isOver } from '../../data/run-queries.ts';
import { formatMany } from '../../format/numbers.ts';
import { StaleBar } from '../../parts/stale-bar.tsx';

interface NewResultsProps {
  readonly run: RunHead;
  readonly onRefresh: () => void;
}

/** While a run goes on the rows stand still until somebody wants them fresh. */
export function NewResults({ run, onRefresh }: NewResultsProps): ReactNode {
  const { finished } = run.turns;
  const [seen, setSeen] = useState(finished);
  const fresh = finished - seen;
  if (isOver(run.state) || fresh <= 0) return null;
  return (
    <div className="mb-3">
      <StaleBar
        onRefresh={() => {
          setSeen(finished);
          onRefresh();
        }}
      >
        {`${formatMany(fresh, 'new result')}.`}
      </StaleBar>
    </div>
  );
}
