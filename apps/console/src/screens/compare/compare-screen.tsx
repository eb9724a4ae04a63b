import type { Comparison } from '@fairtrial/contracts';
import { useQueries } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { comparisonQuery } from '../../data/run-queries.ts';
import { readRuns } from '../../format/picked-runs.ts';
import { compact } from '../../format/read-fields.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { ChooseRuns } from './choose-runs.tsx';
import { ChangeRunsLink } from './compare-head.tsx';
import type { CompareSearch } from './compare-search.ts';
import { ComparisonView } from './comparison-view.tsx';

const route = getRouteApi('/console/compare');

/** Compares up to four runs; the first is the baseline. */
export function CompareScreen(): ReactNode {
  const search = route.useSearch();
  const [baseline, ...candidates] = readRuns(search.runs);
  if (baseline === undefined || candidates.length === 0 || search.choose !== undefined) {
    return <ChooseRuns search={search} />;
  }
  return <ComparedRuns baseline={baseline} candidates={candidates} search={search} />;
}

interface ComparedRunsProps {
  readonly baseline: string;
  readonly candidates: readonly string[];
  readonly search: CompareSearch;
}

const SKELETON_BLOCKS = ['h-20', 'h-29', 'h-80', 'h-96'] as const;

/** Compares each candidate with the baseline; only the visible one by interaction. */
function ComparedRuns({ baseline, candidates, search }: ComparedRunsProps): ReactNode {
  const client = useClient();
  const navigate = useNavigate({ from: '/console/compare' });
  // The index of the candidate on the screen.
  const focus = Math.min(Math.max(1, search.of ?? 1), candidates.length) - 1;
  const found = useQueries({
    queries: candidates.map((candidate, at) =>
      comparisonQuery(client, { baseline, candidate, interactions: at === focus }),
    ),
  });
  const failed = found.find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    return (
      <>
        <PageHead title="Compare" actions={<ChangeRunsLink search={search} />} />
        <Failure
          what="The runs could not be compared"
          error={failed.error}
          onRetry={() => void failed.refetch()}
        >
          <p>Select other runs, or open each run separately.</p>
        </Failure>
      </>
    );
  }
  const comparisons = found.flatMap(({ data }): readonly Comparison[] => (data ? [data] : []));
  const comparison = comparisons[focus];
  if (comparison === undefined || comparisons.length < candidates.length) {
    return (
      <>
        <PageHead title="Compare" actions={<ChangeRunsLink search={search} />} />
        <Skeleton label="the comparison" blocks={SKELETON_BLOCKS} />
      </>
    );
  }
  return (
    <ComparisonView
      comparison={comparison}
      comparisons={comparisons}
      focus={focus}
      search={search}
      onSearch={(change) =>
        void navigate({ search: compact({ ...search, ...change }), replace: true })
      }
    />
  );
}
