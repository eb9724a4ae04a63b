import type { RunHead } from '@fairtrial/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runsQuery, scoredRuns } from '../../data/run-queries.ts';
import { compact, type Changes } from '../../format/read-fields.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { usePickedRuns, type PickedRuns } from '../../parts/run/compare-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FilterInput } from '../../parts/filter-input.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RunTable } from '../../parts/run/run-table.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button, PRIMARY_BUTTON } from '../../ui/button.tsx';
import type { CompareSearch } from './compare-search.ts';

const SKELETON_BLOCKS = ['h-96'] as const;

/** Lists finished runs with a score to pick for a comparison. The oldest is the baseline. */
export function ChooseRuns({ search }: { readonly search: CompareSearch }): ReactNode {
  const { q } = search;
  const found = useInfiniteQuery(runsQuery(useClient(), compact({ q })));
  const runs = scoredRuns(found.data?.pages.flatMap((page) => page.runs) ?? []);
  const { picked, row, filter } = useRunChoice(runs, search);
  const count = picked.ids.length;
  return (
    <>
      <PageHead
        title="Compare"
        crumbs={`Select two to four runs; ${count} selected. The oldest is the baseline.`}
        actions={
          <Button primary disabled={count < 2} onClick={picked.compare}>
            {count < 2 ? 'Compare' : `Compare ${count} runs`}
          </Button>
        }
      />
      <div className="mb-4 flex">
        <FilterInput
          label="Part of the test name"
          placeholder="Test name   ( / )"
          value={q ?? ''}
          onChange={filter}
        />
      </div>
      {found.isPending && <Skeleton label="the runs" blocks={SKELETON_BLOCKS} />}
      {found.isError && runs.length === 0 && (
        <Failure
          what="The runs could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.isSuccess && runs.length === 0 && <NoRuns q={q} />}
      {runs.length > 0 && (
        <RunTable
          caption="Runs that can be compared, newest first"
          runs={runs}
          row={row}
          picked={picked.ids}
          onPick={picked.pick}
          now={found.dataUpdatedAt}
        />
      )}
      {found.hasNextPage && (
        <Button className="mt-3" onClick={() => void found.fetchNextPage()}>
          Load older runs
        </Button>
      )}
    </>
  );
}

function NoRuns({ q }: { readonly q: string | undefined }): ReactNode {
  return q === undefined ? (
    <NothingToCompare />
  ) : (
    <Empty>No runs with a score match the filter.</Empty>
  );
}

function NothingToCompare(): ReactNode {
  return (
    <Empty
      command="npm run -s fairtrial -- compare BASELINE CANDIDATE"
      action={
        <Link to="/console/new" className={PRIMARY_BUTTON}>
          New run
        </Link>
      }
    >
      Two runs with a score are needed for a comparison.
    </Empty>
  );
}

interface RunChoice {
  readonly picked: PickedRuns;
  readonly row: number;
  readonly filter: (text: string) => void;
}

/** The picked runs and the current row, both kept in the URL, with the actions of keys and checkboxes. */
function useRunChoice(runs: readonly RunHead[], search: CompareSearch): RunChoice {
  const navigate = useNavigate();
  const { row = 0 } = search;
  const change = (next: Changes<CompareSearch>): void => {
    const changed = compact({ ...search, choose: 'runs' as const, ...next });
    void navigate({ to: '/console/compare', search: changed, replace: true });
  };
  const picked = usePickedRuns(search.runs, (value) => change({ runs: value }));
  const move = (to: number): void => change({ row: Math.max(0, Math.min(to, runs.length - 1)) });
  const current = runs[row];
  useKeys([
    { keys: 'j', label: 'Next run', run: () => move(row + 1) },
    { keys: 'k', label: 'Previous run', run: () => move(row - 1) },
    { keys: 'x', label: 'Select the run', run: () => current && picked.pick(current.run_id) },
    { keys: 'c', label: 'Compare the selected runs', run: picked.compare },
    { keys: 'Enter', label: 'Compare the selected runs', run: picked.compare },
  ]);
  const filter = (text: string): void =>
    change({ q: text === '' ? undefined : text, row: undefined });
  return { picked, row, filter };
}
