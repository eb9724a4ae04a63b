import type { RunHead } from '@assay/contracts';
import { useNavigate } from '@tanstack/react-router';
import { compact, type Changes } from '../../format/read-fields.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { usePicked, type Picked } from '../compare/use-picked.ts';
import type { RunsSearch } from './runs-search.ts';

export interface RunListView {
  readonly row: number;
  readonly picked: Picked;
  readonly filter: (filter: Pick<RunsSearch, 'q' | 'state'>) => void;
}

/** What the URL says of the list of runs, and how keys and boxes change it. */
export function useRunList(runs: readonly RunHead[], search: RunsSearch): RunListView {
  const navigate = useNavigate();
  const { row = 0 } = search;
  const current = runs[row];
  const change = (next: Changes<RunsSearch>): void => {
    const asked = compact({ ...search, ...next });
    void navigate({ to: '/console/runs', search: asked, replace: true });
  };
  const picked = usePicked(search.picked, (value) => change({ picked: value }));
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
