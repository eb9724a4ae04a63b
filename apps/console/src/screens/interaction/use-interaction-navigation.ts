import type { RunView, TurnPosition } from '@fairtrial/contracts';
import { useNavigate } from '@tanstack/react-router';
import { compact } from '../../format/read-fields.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { toRowFilter, useRows } from '../run/results/use-rows.ts';
import {
  TEXT_VIEWS,
  type InteractionSearch,
  type InteractionSearchChange,
} from './interaction-search.ts';

interface NavigationInput {
  readonly run: RunView;
  readonly view: TurnPosition;
  /** Those that have this turn. */
  readonly attempts: readonly Pick<TurnPosition, 'attempt'>[];
  readonly search: InteractionSearch;
}

export interface InteractionNavigation {
  readonly turn: (turn: number) => void;
  /** Changes the view of this turn. */
  readonly change: (change: InteractionSearchChange) => void;
}

const PATH = '/console/runs/$runId/$scenario/$turn';

/** Navigates to other attempts, other turns, and along the list from which the interaction was opened; also by keys. */
export function useInteractionNavigation({
  run,
  view,
  attempts,
  search,
}: NavigationInput): InteractionNavigation {
  const navigate = useNavigate();
  const { rows, loadMore } = useRows(run, toRowFilter(search));
  const at = rows.findIndex(
    ({ scenario, turn }) => scenario === view.scenario && turn === view.turn,
  );
  const go = (
    position: Pick<TurnPosition, 'scenario' | 'turn'>,
    change: InteractionSearchChange,
  ): void => {
    const params = {
      runId: run.run_id,
      scenario: String(position.scenario),
      turn: String(position.turn),
    };
    const changed = compact({ ...search, ...change });
    void navigate({ to: PATH, params, search: changed, replace: true, resetScroll: false });
  };
  const step = (by: 1 | -1): void => {
    const next = rows[at + by];
    if (at >= 0 && next) go(next, { row: at + by });
    if (at + by >= rows.length - 1) loadMore();
  };
  const back = (): void => {
    const { attempt: _a, baseline_attempt: _b, view: _v, against: _c, ...rest } = search;
    void navigate({ to: '/console/runs/$runId', params: { runId: run.run_id }, search: rest });
  };
  const show = search.view ?? 'diff';
  const nextView = TEXT_VIEWS[(TEXT_VIEWS.indexOf(show) + 1) % TEXT_VIEWS.length] ?? 'diff';
  const change = (to: InteractionSearchChange): void => go(view, to);
  useKeys([
    { keys: 'j', label: 'Next interaction of the list', run: () => step(1) },
    { keys: 'k', label: 'Previous interaction of the list', run: () => step(-1) },
    { keys: 'd', label: 'Diff, side by side, or Markdown', run: () => change({ view: nextView }) },
    { keys: 'Escape', label: 'Back to the run', run: back },
    ...attempts
      .filter(({ attempt }) => attempt < 9)
      .map(({ attempt }) => ({
        keys: String(attempt + 1),
        label: `Attempt ${attempt + 1}`,
        run: () => change({ attempt }),
      })),
  ]);
  return { turn: (turn) => go({ scenario: view.scenario, turn }, {}), change };
}
