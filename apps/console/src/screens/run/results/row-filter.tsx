import type { RunFigures, RunView } from '@fairtrial/contracts';
import { formatCompactCount } from '@fairtrial/format';
import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { FilterInput } from '../../../parts/filter-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { parseFilter, withScenario } from './parse-filter.ts';
import type { RunSearch, RunSearchChange } from '../run-search.ts';

interface RowFilterProps {
  readonly run: RunView;
  readonly rows: RunFigures['rows'] | undefined;
  readonly search: RunSearch;
  readonly onSearch: (change: RunSearchChange) => void;
}

/** Buttons for frequent filters, and a field for any filter. */
export function RowFilter({ run, rows, search, onSearch }: RowFilterProps): ReactNode {
  const { filter: text = '', failed_check: failedCheck, pass_threshold: passThreshold } = search;
  const ownThreshold = run.result?.pass_threshold ?? undefined;
  const threshold = passThreshold ?? ownThreshold;
  const { faults } = parseFilter(text);
  const onFilter = (next: string): void => onSearch({ filter: next || undefined, row: undefined });
  return (
    <div className="mb-3">
      <div className="flex flex-wrap gap-2">
        <FilterChips
          text={text}
          rows={rows}
          hasThreshold={threshold !== undefined}
          onFilter={onFilter}
        />
        {failedCheck !== undefined && (
          <Button
            aria-pressed
            title="Show all interactions"
            onClick={() => onSearch({ failed_check: undefined, row: undefined })}
          >
            <span className="text-bad">✗ Failed check:</span> {failedCheck}
            <X size={15} aria-hidden />
          </Button>
        )}
        <ScenarioSelect
          text={text}
          scenarios={run.result?.results.scenarios.map(({ name }) => name) ?? []}
          onFilter={onFilter}
        />
        <FilterInput
          label="Filter the interactions"
          placeholder='score<0.6 intent:block_card text:"…"   ( / )'
          value={text}
          onChange={onFilter}
        />
        <ThresholdInput
          passThreshold={passThreshold}
          ownThreshold={ownThreshold}
          onThreshold={(next) => onSearch({ pass_threshold: next, row: undefined })}
        />
      </div>
      {faults.length > 0 && (
        <p role="status" className="mt-2 text-warn">
          Invalid filter: {faults.join('; ')}
        </p>
      )}
    </div>
  );
}

interface FilterChipsProps {
  readonly text: string;
  readonly rows: RunFigures['rows'] | undefined;
  readonly hasThreshold: boolean;
  readonly onFilter: (text: string) => void;
}

function FilterChips({ text, rows, hasThreshold, onFilter }: FilterChipsProps): ReactNode {
  const chips = [
    { label: 'All', filter: '' },
    ...(!hasThreshold && (rows === undefined || rows.failed + rows.flaky + rows.passed === 0)
      ? []
      : [
          { label: 'Failed', filter: 'status:failed', count: rows?.failed },
          { label: 'Flaky', filter: 'status:flaky', count: rows?.flaky },
        ]),
    { label: 'Metadata ≠', filter: 'metadata:differs', count: rows?.metadata_differs },
    { label: 'Errors', filter: 'status:error', count: rows?.error },
  ];
  return chips.map(({ label, filter, count }) => (
    <Button key={label} aria-pressed={text === filter} onClick={() => onFilter(filter)}>
      {label}
      {filter !== '' && (
        <span className="min-w-5 text-left">
          {count === undefined ? '' : formatCompactCount(count)}
        </span>
      )}
    </Button>
  ));
}

const ALL_SCENARIOS = '';

interface ScenarioSelectProps {
  readonly text: string;
  /** Names of the scenarios; empty until the run is finished. */
  readonly scenarios: readonly string[];
  readonly onFilter: (text: string) => void;
}

/** Writes the scenario into the filter text; it can also be typed there. */
function ScenarioSelect({ text, scenarios, onFilter }: ScenarioSelectProps): ReactNode {
  if (scenarios.length < 2) return null;
  const chosen = parseFilter(text).filter.scenario ?? ALL_SCENARIOS;
  const names = scenarios.filter((name) => !name.includes('"'));
  const options = [
    { value: ALL_SCENARIOS, label: 'All scenarios' },
    ...[...new Set([...names, ...(chosen === ALL_SCENARIOS ? [] : [chosen])])].map((name) => ({
      value: name,
      label: name,
    })),
  ];
  return (
    <div className="max-w-60">
      <Select
        label="Scenario"
        options={options}
        value={chosen}
        onChange={(name) => onFilter(withScenario(text, name || undefined))}
      />
    </div>
  );
}

interface ThresholdInputProps {
  readonly passThreshold: number | undefined;
  /** The threshold of the run itself. */
  readonly ownThreshold: number | undefined;
  readonly onThreshold: (passThreshold: number | undefined) => void;
}

/** A pass threshold for this view; the run itself is not changed. */
function ThresholdInput({
  passThreshold,
  ownThreshold,
  onThreshold,
}: ThresholdInputProps): ReactNode {
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
