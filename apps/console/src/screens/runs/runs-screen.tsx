import type { RunHead } from '@fairtrial/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runsQuery, type RunListFilter } from '../../data/run-queries.ts';
import { compact, type Changes } from '../../format/read-fields.ts';
import { rowKeys, useKeys } from '../../keys/use-keys.ts';
import { CompareButton, usePickedRuns, type PickedRuns } from '../../parts/run/compare-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RunTable } from '../../parts/run/run-table.tsx';
import { Button, PLAIN_BUTTON, PRIMARY_BUTTON } from '../../ui/button.tsx';
import { RunsFilter } from './runs-filter.tsx';
import { readRunsSearch, type RunsSearch } from './runs-search.ts';

const route = getRouteApi('/console/runs');

/** Every run of the project, newest first. */
export function RunsScreen(): ReactNode {
  const search = useRunsSearch();
  const { q, state, model_id, tag } = search;
  const filter = compact({ q, state, model_id, tag });
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
      <RunsFilter filter={filter} unknownState={search.unknown_state} onChange={view.filter} />
      <PagedList
        what="runs"
        found={found}
        count={runs.length}
        more="Load older runs"
        empty={
          <NoRuns isFiltered={Object.keys(filter).length > 0} onClear={() => view.filter({})} />
        }
      >
        <RunTable
          caption="Runs, newest first"
          runs={runs}
          row={view.row}
          picked={view.picked.ids}
          onPick={view.picked.pick}
          now={found.dataUpdatedAt}
        />
      </PagedList>
    </>
  );
}

/** Parses the URL again, because the router keeps invalid values next to the parsed ones. */
function useRunsSearch(): RunsSearch {
  return route.useSearch({
    select: (search) => readRunsSearch({ ...search }),
    structuralSharing: true,
  });
}

interface NoRunsProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function NoRuns({ isFiltered, onClear }: NoRunsProps): ReactNode {
  if (isFiltered) {
    return (
      <Empty action={<Button onClick={onClear}>Show all runs</Button>}>
        No runs match the filter.
      </Empty>
    );
  }
  return (
    <Empty
      command="npm run -s fairtrial -- run samples/*.json"
      action={
        <Link to="/console/new" className={PRIMARY_BUTTON}>
          Start the first run
        </Link>
      }
    >
      No runs yet.
    </Empty>
  );
}

interface RunListView {
  readonly row: number;
  readonly picked: PickedRuns;
  readonly filter: (filter: RunListFilter) => void;
}

/** The state of the list, kept in the URL, and the actions of keys and checkboxes. */
function useRunList(runs: readonly RunHead[], search: RunsSearch): RunListView {
  const navigate = useNavigate();
  const { row = 0 } = search;
  const current = runs[row];
  const change = (next: Changes<RunsSearch>): void => {
    const changed = compact({ ...search, ...next });
    void navigate({ to: '/console/runs', search: changed, replace: true });
  };
  const picked = usePickedRuns(search.picked, (value) => change({ picked: value }));
  const open = (): void => {
    if (current === undefined) return;
    void navigate({ to: '/console/runs/$runId', params: { runId: current.run_id } });
  };
  useKeys([
    ...rowKeys({ what: 'run', row, count: runs.length, onRow: (next) => change({ row: next }) }),
    { keys: 'Enter', label: 'Open the run', run: open },
    { keys: 'x', label: 'Select the run', run: () => current && picked.pick(current.run_id) },
    { keys: 'c', label: 'Compare the selected runs', run: picked.compare },
  ]);
  const filter = ({ q, state, model_id, tag }: RunListFilter): void =>
    change({ q, state, model_id, tag, unknown_state: undefined, row: undefined });
  return { row, picked, filter };
}
