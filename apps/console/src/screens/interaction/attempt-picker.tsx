import type { InteractionRow } from '@assay/contracts';
import { formatScore } from '@assay/format';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

interface AttemptPickerProps {
  readonly attempts: readonly InteractionRow[];
  readonly current: number;
  readonly passThreshold: number | undefined;
  readonly onPick: (attempt: number) => void;
}

/** Every attempt with its score; one of them is shown. */
export function AttemptPicker({
  attempts,
  current,
  passThreshold,
  onPick,
}: AttemptPickerProps): ReactNode {
  return (
    <div role="group" aria-label="Attempt" className="mb-3 flex min-h-9 flex-wrap gap-2">
      {attempts.map((one) => (
        <Button
          key={one.attempt}
          aria-pressed={one.attempt === current}
          onClick={() => onPick(one.attempt)}
        >
          {one.attempt + 1} <AttemptScore row={one} passThreshold={passThreshold} />
        </Button>
      ))}
    </div>
  );
}

function AttemptScore({
  row,
  passThreshold,
}: {
  readonly row: InteractionRow;
  readonly passThreshold: number | undefined;
}): ReactNode {
  if (row.outcome === 'endpoint_failed') return <span className="text-warn">! failed</span>;
  if (row.overall === null) return <span className="text-dim">no score</span>;
  const isBelow = passThreshold !== undefined && row.overall < passThreshold;
  return (
    <span className={isBelow ? 'text-bad' : 'text-dim'}>
      {isBelow && '✗ '}
      {formatScore(row.overall, 2)}
    </span>
  );
}
