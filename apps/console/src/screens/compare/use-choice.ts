import type { RunHead } from '@assay/contracts';
import { useNavigate } from '@tanstack/react-router';
import { compact, readRuns, writeRuns, type Changes } from '../../format/read-fields.ts';
import { togglePicked } from '../../format/toggle-picked.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { MOST_RUNS, type CompareSearch } from './compare-search.ts';

export interface Choice {
  readonly picked: readonly string[];
  readonly row: number;
  readonly pick: (runId: string) => void;
  readonly compare: () => void;
  readonly filter: (text: string) => void;
}

/** What the URL says of the choice of runs, and how keys and boxes change it. */
export function useChoice(runs: readonly RunHead[], search: CompareSearch): Choice {
  const navigate = useNavigate();
  const { row = 0 } = search;
  const picked = readRuns(search.runs, MOST_RUNS);
  const change = (next: Changes<CompareSearch>): void => {
    const asked = compact({ ...search, choose: 'runs' as const, ...next });
    void navigate({ to: '/console/compare', search: asked, replace: true });
  };
  const pick = (runId: string): void =>
    change({ runs: writeRuns(togglePicked(picked, runId, MOST_RUNS)) });
  const compare = (): void => {
    if (picked.length < 2) return;
    // Ids sort by time.
    void navigate({ to: '/console/compare', search: { runs: picked.toSorted().join('.') } });
  };
  const move = (to: number): void => change({ row: Math.max(0, Math.min(to, runs.length - 1)) });
  const current = runs[row];
  useKeys([
    { keys: 'j', label: 'Next run', run: () => move(row + 1) },
    { keys: 'k', label: 'Previous run', run: () => move(row - 1) },
    { keys: 'x', label: 'Choose the run', run: () => current && pick(current.run_id) },
    { keys: 'c', label: 'Compare what is chosen', run: compare },
    { keys: 'Enter', label: 'Compare what is chosen', run: compare },
  ]);
  const filter = (text: string): void =>
    change({ q: text === '' ? undefined : text, row: undefined });
  return { picked, row, pick, compare, filter };
}
