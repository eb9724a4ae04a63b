import type { RunHead } from '@fairtrial/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runsQuery, scoredRuns } from '../../data/run-queries.ts';
import { compact, type Changes } from '../../format/read-fields.ts';
import { rowKeys, useKeys } from '../../keys/use-keys.ts';
import { usePickedRuns, type PickedRuns } from '../../parts/run/compare-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FilterInput } from '../../parts/filter-input.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RunTable } from '../../parts/run/run-table.tsx';
import { Button, PRIMARY_BUTTON } from '../../ui/button.tsx';
import type { CompareSearch } from './compare-search.ts';

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
      <PagedList
        what="runs"
        found={found}
        count={runs.length}
        more="Load older runs"
        empty={<NoRuns q={q} />}
      >
        <RunTable
          caption="Runs that can be compared, newest first"
          runs={runs}
          row={row}
          picked={picked.ids}
          onPick={picked.pick}
          now={found.dataUpdatedAt}
        />
      </PagedList>
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
  const current = runs[row];
  useKeys([
    ...rowKeys({ what: 'run', row, count: runs.length, onRow: (next) => change({ row: next }) }),
    { keys: 'x', label: 'Select the run', run: () => current && picked.pick(current.run_id) },
    { keys: 'c', label: 'Compare the selected runs', run: picked.compare },
    { keys: 'Enter', label: 'Compare the selected runs', run: picked.compare },
  ]);
  const filter = (text: string): void =>
    change({ q: text === '' ? undefined : text, row: undefined });
  return { picked, row, filter };
}
