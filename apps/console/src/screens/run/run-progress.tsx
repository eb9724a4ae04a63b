import type { RunHead } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { Button } from '../../ui/button.tsx';

interface RunProgressProps {
  readonly run: RunHead;
  readonly onStop: () => void;
  readonly isStopping: boolean;
}

/** How far a run is that goes on. */
export function RunProgress({ run, onStop, isStopping }: RunProgressProps): ReactNode {
  const { finished, total } = run.turns;
  return (
    <div className="mb-4 flex items-center gap-4 rounded-lg border border-line bg-surface px-4 py-3">
      <progress
        aria-label="Turns that are done"
        value={finished}
        max={Math.max(1, total)}
        className="h-2 flex-1"
      />
      <span>
        {formatCount(finished)} of {formatCount(total)} turns
        {run.failed_turns > 0 && (
          <span className="text-bad"> · ✕ {formatCount(run.failed_turns)} failed</span>
        )}
      </span>
      <Button disabled={isStopping || run.state === 'cancelling'} onClick={onStop}>
        {run.state === 'cancelling' ? 'Stopping …' : 'Stop'}
      </Button>
    </div>
  );
}
