import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { runsQuery, scoredRuns } from '../../data/run-queries.ts';
import { compact } from '../../format/read-fields.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FilterInput } from '../../parts/filter-input.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RunTable } from '../../parts/run-table.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button } from '../../ui/button.tsx';
import type { CompareSearch } from './compare-search.ts';
import { NothingToCompare } from './nothing-to-compare.tsx';
import { useChoice } from './use-choice.ts';

const LIST = ['h-96'] as const;

/** Which runs to compare: those that are over and have a score, the oldest of the chosen as the baseline. */
export function ChooseRuns({ search }: { readonly search: CompareSearch }): ReactNode {
  const { q } = search;
  const found = useInfiniteQuery(runsQuery(useClient(), compact({ q })));
  const runs = scoredRuns(found.data?.pages.flatMap((page) => page.runs) ?? []);
  const { picked, row, filter } = useChoice(runs, search);
  const count = picked.ids.length;
  return (
    <>
      <PageHead
        title="Compare"
        crumbs={`Choose two to four runs; ${count} chosen. The oldest is the baseline.`}
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
      {found.isPending && <Skeleton label="the runs" blocks={LIST} />}
      {found.isError && runs.length === 0 && (
        <Failure
          what="The runs could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.isSuccess && runs.length === 0 && <NoChoice q={q} />}
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
          Older runs
        </Button>
      )}
    </>
  );
}

function NoChoice({ q }: { readonly q: string | undefined }): ReactNode {
  return q === undefined ? <NothingToCompare /> : <Empty>No run with a score is like that.</Empty>;
}
