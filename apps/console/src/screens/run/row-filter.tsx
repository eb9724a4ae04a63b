import type { RunFigures } from '@assay/contracts';
import { formatCompactCount } from '@assay/format';
import { useId, type ReactNode } from 'react';
import { FilterInput } from '../../parts/filter-input.tsx';
import { Button } from '../../ui/button.tsx';

interface RowFilterProps {
  readonly text: string;
  readonly faults: readonly string[];
  readonly rows: RunFigures['rows'] | undefined;
  readonly passThreshold: number | undefined;
  /** The threshold of the run itself. */
  readonly ownThreshold: number | undefined;
  readonly onFilter: (text: string) => void;
  readonly onThreshold: (passThreshold: number | undefined) => void;
}

/** Buttons for frequent filters, and a field for any filter. */
export function RowFilter(props: RowFilterProps): ReactNode {
  const { text, faults, rows, passThreshold, ownThreshold, onFilter, onThreshold } = props;
  const chips = [
    { label: 'Failures first', filter: '' },
    ...(passThreshold === undefined &&
    ownThreshold === undefined &&
    (rows === undefined || rows.failed + rows.flaky + rows.passed === 0)
      ? []
      : [
          { label: 'Failed', filter: 'status:failed', count: rows?.failed },
          { label: 'Flaky', filter: 'status:flaky', count: rows?.flaky },
        ]),
    { label: 'Metadata ≠', filter: 'metadata:differs', count: rows?.metadata_differs },
    { label: 'Errors', filter: 'status:error', count: rows?.error },
  ];
  return (
    <div className="mb-3">
      <div className="flex flex-wrap gap-2">
        {chips.map(({ label, filter, count }) => (
          <Button key={label} aria-pressed={text === filter} onClick={() => onFilter(filter)}>
            {label}
            {filter !== '' && (
              <span className="min-w-5 text-left">
                {count === undefined ? '' : formatCompactCount(count)}
              </span>
            )}
          </Button>
        ))}
        <FilterInput
          label="Filter the interactions"
          placeholder='score<0.6 intent:block_card text:"…"   ( / )'
          value={text}
          onChange={onFilter}
        />
        <ThresholdInput
          passThreshold={passThreshold}
          ownThreshold={ownThreshold}
          onThreshold={onThreshold}
        />
      </div>
      {faults.length > 0 && (
        <p role="status" className="mt-2 text-warn">
          Not understood: {faults.join('; ')}
        </p>
      )}
    </div>
  );
}

/** A pass threshold for this view; the run itself is not changed. */
function ThresholdInput({
  passThreshold,
  ownThreshold,
  onThreshold,
}: Pick<RowFilterProps, 'passThreshold' | 'ownThreshold' | 'onThreshold'>): ReactNode {
  const id = useId();
  return (
    <div className="flex h-9 items-center gap-2 rounded-md border border-line bg-surface pl-3">
      <label htmlFor={id} className="text-dim">
        Pass threshold
      </label>
      <input
        id={id}
        type="number"
        min={0}
        max={1}
        step={0.05}
        value={passThreshold ?? ''}
        placeholder={ownThreshold === undefined ? 'none' : String(ownThreshold)}
        onChange={({ target: { value, valueAsNumber } }) => {
          if (value === '') onThreshold(undefined);
          else if (valueAsNumber >= 0 && valueAsNumber <= 1) onThreshold(valueAsNumber);
        }}
        className="h-full w-20 rounded-r-md bg-transparent px-1"
      />
    </div>
  );
}
