import type { RunView, TurnPosition } from '@assay/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useKeys } from '../../keys/use-keys.ts';
import { toRowFilter, useRows } from '../run/use-rows.ts';
import type { InteractionSearch, TextView } from './interaction-search.ts';
import { TEXT_VIEWS } from './interaction-search.ts';

interface KeysProps {
  readonly run: RunView;
  readonly view: TurnPosition;
  readonly attempts: number;
  readonly search: InteractionSearch;
}

interface Ways {
  readonly attempt: (attempt: number) => void;
  readonly turn: (turn: number) => void;
  readonly view: (view: TextView) => void;
}

const ADDRESS = '/console/runs/$runId/$scenario/$turn';

/** Where one can go from an interaction: to other attempts, other turns, and along the list it was opened from. */
export function useInteractionKeys({ run, view, attempts, search }: KeysProps): Ways {
  const navigate = useNavigate();
  const { rows, loadMore } = useRows(run, toRowFilter(search));
  const at = rows.findIndex(
    ({ scenario, turn }) => scenario === view.scenario && turn === view.turn,
  );
  const go = (place: { scenario: number; turn: number }, change: InteractionSearch): void => {
    const params = {
      runId: run.run_id,
      scenario: String(place.scenario),
      turn: String(place.turn),
    };
    void navigate({ to: ADDRESS, params, search: { ...search, ...change }, replace: true });
  };
  const step = (by: 1 | -1): void => {
    const next = rows[at + by];
    if (at >= 0 && next) go(next, { row: at + by });
    if (at + by >= rows.length - 1) loadMore();
  };
  const back = (): void => {
    const { attempt: _attempt, view: _view, ...rest } = search;
    void navigate({ to: '/console/runs/$runId', params: { runId: run.run_id }, search: rest });
  };
  const show = search.view ?? 'diff';
  const nextView = TEXT_VIEWS[(TEXT_VIEWS.indexOf(show) + 1) % TEXT_VIEWS.length] ?? 'diff';
  const ways: Ways = {
    attempt: (attempt) => go(view, { attempt }),
    turn: (turn) => go({ scenario: view.scenario, turn }, {}),
    view: (to) => go(view, { view: to }),
  };
  useKeys([
    { keys: 'j', label: 'Next interaction of the list', run: () => step(1) },
    { keys: 'k', label: 'Previous interaction of the list', run: () => step(-1) },
    { keys: 'd', label: 'Diff, side by side, or the reply alone', run: () => ways.view(nextView) },
    { keys: 'Escape', label: 'Back to the run', run: back },
    ...Array.from({ length: Math.min(9, attempts) }, (_, n) => ({
      keys: String(n + 1),
      label: `Attempt ${n + 1}`,
      run: () => ways.attempt(n),
    })),
  ]);
  return ways;
}
