import type { RunRow } from '@assay/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useKeys } from '../../keys/use-keys.ts';
import type { RunSearch } from './run-search.ts';

interface RowKeysProps {
  readonly runId: string;
  readonly rows: readonly RunRow[];
  readonly search: RunSearch;
}

/** Walks the rows with `j` and `k`; gives back how one is opened. */
export function useRowKeys({ runId, rows, search }: RowKeysProps): (at: number) => void {
  const navigate = useNavigate();
  const { row = 0 } = search;
  const move = useCallback(
    (to: number): Promise<void> =>
      navigate({
        to: '/console/runs/$runId',
        params: { runId },
        search: { ...search, row: Math.max(0, Math.min(to, rows.length - 1)) },
        replace: true,
      }),
    [navigate, runId, search, rows.length],
  );
  const open = useCallback(
    async (at: number): Promise<void> => {
      const one = rows[at];
      if (one === undefined) return;
      await move(at); // whoever comes back finds the row they left from
      const params = { runId, scenario: String(one.scenario), turn: String(one.turn) };
      const to = '/console/runs/$runId/$scenario/$turn';
      await navigate({ to, params, search: { ...search, row: at } });
    },
    [navigate, move, rows, runId, search],
  );
  useKeys([
    { keys: 'j', label: 'Next row', run: () => void move(row + 1) },
    { keys: 'k', label: 'Previous row', run: () => void move(row - 1) },
    { keys: 'Enter', label: 'Open the row', run: () => void open(row) },
  ]);
  return useCallback((at: number) => void open(at), [open]);
}
