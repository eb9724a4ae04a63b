import { RUN_STATE_LABELS } from '@fairtrial/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runsQuery, type RunListFilter } from '../../data/run-queries.ts';
import { compact } from '../../format/read-fields.ts';
import { FilterInput, FilterSelect, listOptions } from '../../parts/filter-input.tsx';
import { RUN_STATES } from './runs-search.ts';

interface RunsFilterProps {
  readonly filter: RunListFilter;
  /** A state in the URL that does not exist. */
  readonly unknownState: string | undefined;
  readonly onChange: (filter: RunListFilter) => void;
}

const STATE_OPTIONS = RUN_STATES.map((state) => ({
  value: state,
  label: RUN_STATE_LABELS[state].label,
}));

/** Filters runs by part of their name, by state, model and tag. Models and tags are those of the latest runs. */
export function RunsFilter({ filter, unknownState, onChange }: RunsFilterProps): ReactNode {
  const { data } = useInfiniteQuery(runsQuery(useClient()));
  const latest = data?.pages.flatMap(({ runs }) => runs) ?? [];
  const change = (next: RunListFilter): void => onChange(compact({ ...filter, ...next }));
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <FilterInput
        label="Part of the test name"
        placeholder="Test name   ( / )"
        value={filter.q ?? ''}
        onChange={(text) => change({ q: text || undefined })}
      />
      <FilterSelect
        label="State"
        any="Any state"
        options={STATE_OPTIONS}
        value={filter.state}
        onChange={(state) => change({ state })}
      />
      <FilterSelect
        label="Model"
        any="Any model"
        options={listOptions([filter.model_id, ...latest.map(({ model_id }) => model_id)])}
        value={filter.model_id}
        onChange={(model_id) => change({ model_id })}
      />
      <FilterSelect
        label="Tag"
        any="Any tag"
        options={listOptions([filter.tag, ...latest.flatMap(({ tags }) => tags)])}
        value={filter.tag}
        onChange={(tag) => change({ tag })}
      />
      {unknownState !== undefined && (
        <p role="status" className="w-full text-warn">
          Unknown state: {unknownState}. Use one of {RUN_STATES.join(', ')}.
        </p>
      )}
    </div>
  );
}
