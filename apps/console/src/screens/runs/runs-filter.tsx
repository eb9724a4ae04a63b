import type { ReactNode } from 'react';
import { FilterInput } from '../../parts/filter-input.tsx';
import { Select } from '../../ui/select.tsx';
import { RUN_STATES, type RunsSearch } from './runs-search.ts';

interface RunsFilterProps {
  readonly filter: RunsSearch;
  readonly onChange: (filter: RunsSearch) => void;
}

const STATES = [
  { value: 'any', label: 'Any state' },
  ...RUN_STATES.map((state) => ({ value: state, label: state })),
] as const;

export function RunsFilter({ filter, onChange }: RunsFilterProps): ReactNode {
  const { q, state } = filter;
  return (
    <div className="mb-4 flex gap-2">
      <FilterInput
        label="Part of the test name"
        placeholder="Test name   ( / )"
        value={q ?? ''}
        onChange={(text) => onChange({ ...(state && { state }), ...(text && { q: text }) })}
      />
      <Select
        label="State"
        options={STATES}
        value={state ?? 'any'}
        onChange={(next) => onChange({ ...(q && { q }), ...(next !== 'any' && { state: next }) })}
      />
    </div>
  );
}
