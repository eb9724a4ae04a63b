import type { RunView } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { UserSummary } from '../../../parts/simulated-user/user-summary.tsx';
import { describeUsers } from '../describe-run.ts';
import { Breakdown } from './breakdown.tsx';
import { RowList } from './row-list.tsx';
import { RunCharts } from '../run-charts.tsx';
import type { RunSearch, RunSearchChange } from '../run-search.ts';
import { RunTiles } from '../run-tiles.tsx';
import type { RunContext } from '../use-run-context.ts';

interface ResultsTabProps {
  readonly run: RunView;
  readonly context: RunContext;
  readonly search: RunSearch;
  readonly onSearch: (change: RunSearchChange) => void;
}

/** The figures and charts of a run, its failures, and every interaction. */
export function ResultsTab({ run, context, search, onSearch }: ResultsTabProps): ReactNode {
  const { figures, comparison, baseline } = context;
  const users = run.result ? describeUsers(run.result) : [];
  return (
    <>
      <RunTiles run={run} figures={figures} comparison={comparison} />
      {users.length > 0 && <UserSummary title="Simulated user" sentences={users} />}
      <RunCharts {...context} hasBaseline={baseline !== undefined} />
      <Breakdown run={run} search={search} onSearch={onSearch} />
      <RowList {...{ run, figures, baseline, search, onSearch }} />
    </>
  );
}
