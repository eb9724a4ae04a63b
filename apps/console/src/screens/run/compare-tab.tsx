import type { RunView } from '@fairtrial/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { comparisonQuery, isOver } from '../../data/run-queries.ts';
import { compact } from '../../format/read-fields.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { PLAIN_BUTTON } from '../../ui/button.tsx';
import type { CompareSearch } from '../compare/compare-search.ts';
import { ComparisonView } from '../compare/comparison-view.tsx';
import type { RunSearch, RunSearchChange } from './run-search.ts';

interface CompareTabProps {
  readonly run: RunView;
  readonly baseline: string | undefined;
  readonly search: RunSearch;
  readonly onSearch: (change: RunSearchChange) => void;
}

/** A run compared with its baseline, or with the run chosen at the top of the page. */
export function CompareTab({ run, baseline, search, onSearch }: CompareTabProps): ReactNode {
  if (!isOver(run.state)) return <Empty>A run can be compared once it is over.</Empty>;
  if (baseline === undefined) {
    return (
      <Empty
        action={
          <Link to="/console/compare" search={{ runs: run.run_id }} className={PLAIN_BUTTON}>
            Select runs
          </Link>
        }
        command={`npm run -s fairtrial -- compare BASELINE ${run.run_id}`}
      >
        This run has no baseline: choose a run to compare with at the top of the page.
      </Empty>
    );
  }
  return <Compared {...{ run, baseline, search, onSearch }} />;
}

function Compared({
  run,
  baseline,
  search,
  onSearch,
}: CompareTabProps & { readonly baseline: string }): ReactNode {
  const { data, error, refetch } = useQuery(
    comparisonQuery(useClient(), { baseline, candidate: run.run_id, interactions: true }),
  );
  if (data) {
    const { part, only, q, row } = search;
    const shown: CompareSearch = compact({ tab: part, only, q, row });
    return (
      <ComparisonView
        isEmbedded
        comparison={data}
        comparisons={[data]}
        focus={0}
        search={shown}
        onSearch={(change) => {
          const { tab, ...rest } = { ...shown, ...change };
          onSearch({ part: tab, only: rest.only, q: rest.q, row: rest.row });
        }}
      />
    );
  }
  if (error === null) return <Skeleton label="the comparison" />;
  return (
    <Failure what="The runs could not be compared" error={error} onRetry={() => void refetch()}>
      <p>Select another run at the top of the page.</p>
    </Failure>
  );
}
