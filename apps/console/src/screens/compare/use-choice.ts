import type { RunHead } from '@assay/contracts';
import { useNavigate } from '@tanstack/react-router';
import { compact, type Changes } from '../../format/read-fields.ts';
import { useKeys } from '../../keys/use-keys.ts';
import type { CompareSearch } from './compare-search.ts';
import { usePicked, type Picked } from './use-picked.ts';

export interface Choice {
  readonly picked: Picked;
  readonly row: number;
  readonly filter: (text: string) => void;
}

/** What the URL says of the choice of runs, and how keys and boxes change it. */
export function useChoice(runs: readonly RunHead[], search: CompareSearch): Choice {
  const navigate = useNavigate();
  const { row = 0 } = search;
  const change = (next: Changes<CompareSearch>): void => {
    const asked = compact({ ...search, choose: 'runs' as const, ...next });
    void navigate({ to: '/console/compare', search: asked, replace: true });
  };
  const picked = usePicked(search.runs, (value) => change({ runs: value }));
  const move = (to: number): void => change({ row: Math.max(0, Math.min(to, runs.length - 1)) });
  const current = runs[row];
  useKeys([
    { keys: 'j', label: 'Next run', run: () => move(row + 1) },
    { keys: 'k', label: 'Previous run', run: () => move(row - 1) },
    { keys: 'x', label: 'Choose the run', run: () => current && picked.pick(current.run_id) },
    { keys: 'c', label: 'Compare what is chosen', run: picked.compare },
    { keys: 'Enter', label: 'Compare what is chosen', run: picked.compare },
  ]);
  const filter = (text: string): void =>
    change({ q: text === '' ? undefined : text, row: undefined });
  return { picked, row, filter };
}
