import type { RunHead } from '@fairtrial/contracts';
import { RUN_STATE_LABELS } from '@fairtrial/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runsQuery, type RunListFilter } from '../../data/run-queries.ts';
import { compact } from '../../format/read-fields.ts';
import { FilterInput } from '../../parts/filter-input.tsx';
import { Select } from '../../ui/select.tsx';
import { RUN_STATES } from './runs-search.ts';

interface RunsFilterProps {
  readonly filter: RunListFilter;
  /** A state in the URL that does not exist. */
  readonly unknownState: string | undefined;
  readonly onChange: (filter: RunListFilter) => void;
}

const ANY = '';

const STATE_OPTIONS = [
  { value: ANY, label: 'Any state' },
  ...RUN_STATES.map((state) => ({ value: state, label: RUN_STATE_LABELS[state].label })),
] as const;

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
      <Select
        label="State"
        options={STATE_OPTIONS}
        value={filter.state ?? ANY}
        onChange={(state) => change({ state: state === ANY ? undefined : state })}
      />
      <Select
        label="Model"
        options={listOptions('Any model', [filter.model_id, ...latest.map(modelOf)])}
        value={filter.model_id ?? ANY}
        onChange={(model) => change({ model_id: model || undefined })}
      />
      <Select
        label="Tag"
        options={listOptions('Any tag', [filter.tag, ...latest.flatMap(({ tags }) => tags)])}
        value={filter.tag ?? ANY}
        onChange={(tag) => change({ tag: tag || undefined })}
      />
      {unknownState !== undefined && (
        <p role="status" className="w-full text-warn">
          Unknown state: {unknownState}. Use one of {RUN_STATES.join(', ')}.
        </p>
      )}
    </div>
  );
}

function modelOf({ model_id }: RunHead): string {
  return model_id;
}

function listOptions(any: string, values: readonly (string | undefined)[]) {
  const known = [...new Set(values.filter((value) => value !== undefined))].toSorted();
  return [{ value: ANY, label: any }, ...known.map((value) => ({ value, label: value }))];
}
