import type { RunHead } from '@fairtrial/contracts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { compact, type Changes } from '../../format/read-fields.ts';
import { rowKeys, useKeys } from '../../keys/use-keys.ts';
import { usePickedRuns, type PickedRuns } from '../../parts/run/compare-button.tsx';
import type { OverviewSearch } from './overview-search.ts';

export interface OverviewView {
  /** The name of the test. */
  readonly test: string | undefined;
  readonly row: number | undefined;
  readonly picked: PickedRuns;
  readonly chooseTest: (test: string) => void;
}

const route = getRouteApi('/');

/** The state of the overview, kept in the URL, and the actions of keys and buttons. */
export function useOverview(runs: readonly RunHead[]): OverviewView {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { row } = search;
  const change = (next: Changes<OverviewSearch>): void => {
    void navigate({ to: '/', search: compact({ ...search, ...next }), replace: true });
  };
  const picked = usePickedRuns(search.picked, (value) => change({ picked: value }));
  const current = row === undefined ? undefined : runs[row];
  useKeys([
    ...rowKeys({ what: 'run', row, count: runs.length, onRow: (next) => change({ row: next }) }),
    ...(current
      ? [
          {
            keys: 'Enter',
            label: 'Open the run',
            run: () =>
              void navigate({ to: '/console/runs/$runId', params: { runId: current.run_id } }),
          },
          { keys: 'x', label: 'Select the run', run: () => picked.pick(current.run_id) },
          { keys: 'Escape', label: 'Back to the verdict', run: () => change({ row: undefined }) },
        ]
      : []),
    ...(picked.ids.length > 0
      ? [{ keys: 'c', label: 'Compare the selected runs', run: picked.compare }]
      : []),
  ]);
  const test = search.test ?? latestTestName(runs);
  const chooseTest = (name: string): void => change({ test: name });
  return { test, row, picked, chooseTest };
}

/** The test of the latest completed run, otherwise of the latest run. */
function latestTestName(runs: readonly RunHead[]): string | undefined {
  const latest = runs.find(({ state }) => state === 'completed') ?? runs[0];
  return latest?.test_name;
}
