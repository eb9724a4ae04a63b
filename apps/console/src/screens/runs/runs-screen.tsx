import type { RunHead } from '@assay/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runsQuery } from '../../data/run-queries.ts';
import { compact, type Changes } from '../../format/read-fields.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { CompareButton, usePickedRuns, type PickedRuns } from '../../parts/compare-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FilterInput } from '../../parts/filter-input.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RunTable } from '../../parts/run-table.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button, PLAIN_BUTTON, PRIMARY_BUTTON } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { RUN_STATES, type RunsSearch } from './runs-search.ts';

const route = getRouteApi('/console/runs');
const SKELETON_BLOCKS = ['h-96'] as const;

/** Every run of the project, newest first. */
export function RunsScreen(): ReactNode {
  const search = route.useSearch();
  const { q, state } = search;
  const filter = compact({ q, state });
  const found = useInfiniteQuery(runsQuery(useClient(), filter));
  const runs = found.data?.pages.flatMap((page) => page.runs) ?? [];
  const view = useRunList(runs, search);
  return (
    <>
      <PageHead
        title="Runs"
        actions={
          <>
            {view.picked.ids.length === 0 ? (
              <Link to="/console/compare" className={PLAIN_BUTTON}>
                Compare runs
              </Link>
            ) : (
              <CompareButton picked={view.picked} />
            )}
            <Link to="/console/new" className={PRIMARY_BUTTON}>
              New run
            </Link>
          </>
        }
      />
      <RunsFilter filter={filter} onChange={view.filter} />
      {found.isPending && <Skeleton label="the runs" blocks={SKELETON_BLOCKS} />}
      {found.isError && runs.length === 0 && (
        <Failure
          what="The runs could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.isSuccess && runs.length === 0 && (
        <NoRuns isFiltered={Object.keys(filter).length > 0} />
      )}
      {runs.length > 0 && (
        <RunTable
          caption="Runs, newest first"
          runs={runs}
          row={view.row}
          picked={view.picked.ids}
          onPick={view.picked.pick}
          now={found.dataUpdatedAt}
        />
      )}
      {found.hasNextPage && (
        <Button
          className="mt-3"
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Older runs
        </Button>
      )}
    </>
  );
}

function NoRuns({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  if (isFiltered) return <Empty>No run is like that.</Empty>;
  return (
    <Empty
      command="npm run assay -- run samples/*.json"
      action={
        <Link to="/console/new" className={PRIMARY_BUTTON}>
          Start the first one
        </Link>
      }
    >
      No run yet.
    </Empty>
  );
}

interface RunsFilterProps {
  readonly filter: RunsSearch;
  readonly onChange: (filter: RunsSearch) => void;
}

const STATE_OPTIONS = [
  { value: 'any', label: 'Any state' },
  ...RUN_STATES.map((state) => ({ value: state, label: state })),
] as const;

function RunsFilter({ filter, onChange }: RunsFilterProps): ReactNode {
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
        options={STATE_OPTIONS}
        value={state ?? 'any'}
        onChange={(next) => onChange({ ...(q && { q }), ...(next !== 'any' && { state: next }) })}
      />
    </div>
  );
}

interface RunListView {
  readonly row: number;
  readonly picked: PickedRuns;
  readonly filter: (filter: Pick<RunsSearch, 'q' | 'state'>) => void;
}

/** The state of the list, which is in the URL, and how keys and checkboxes change it. */
function useRunList(runs: readonly RunHead[], search: RunsSearch): RunListView {
  const navigate = useNavigate();
  const { row = 0 } = search;
  const current = runs[row];
  const change = (next: Changes<RunsSearch>): void => {
    const changed = compact({ ...search, ...next });
    void navigate({ to: '/console/runs', search: changed, replace: true });
  };
  const picked = usePickedRuns(search.picked, (value) => change({ picked: value }));
  const move = (to: number): void => change({ row: Math.max(0, Math.min(to, runs.length - 1)) });
  const open = (): void => {
    if (current === undefined) return;
    void navigate({ to: '/console/runs/$runId', params: { runId: current.run_id } });
  };
  useKeys([
    { keys: 'j', label: 'Next run', run: () => move(row + 1) },
    { keys: 'k', label: 'Previous run', run: () => move(row - 1) },
    { keys: 'Enter', label: 'Open the run', run: open },
    { keys: 'x', label: 'Choose the run', run: () => current && picked.pick(current.run_id) },
    { keys: 'c', label: 'Compare what is chosen', run: picked.compare },
  ]);
  const filter = ({ q, state }: Pick<RunsSearch, 'q' | 'state'>): void =>
    change({ q, state, row: undefined });
  return { row, picked, filter };
}
