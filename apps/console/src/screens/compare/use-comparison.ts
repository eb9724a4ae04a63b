import type { ComparedScenario, Comparison } from '@assay/contracts';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { compact, type Changes } from '../../format/read-fields.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { filterScenarios, placeOfChange, type TurnSpot } from './change-rows.ts';
import type { CompareSearch, CompareTab } from './compare-search.ts';

export interface ComparisonLook {
  readonly tab: CompareTab;
  readonly row: number;
  readonly scenarios: readonly ComparedScenario[];
  readonly chooseTab: (tab: CompareTab) => void;
  readonly filter: (next: Changes<CompareSearch>) => void;
  /** Another of the candidates, from 0. */
  readonly lookAt: (focus: number) => void;
  /** Baseline and candidate change places. */
  readonly swap: () => void;
}

interface Place {
  readonly search: CompareSearch;
  readonly candidates: number;
  readonly focus: number;
}

/** What the URL says of a comparison, and how keys and buttons change it. */
export function useComparison(comparison: Comparison, at: Place): ComparisonLook {
  const { search, candidates, focus } = at;
  const navigate = useNavigate();
  const back = useBack();
  const tab = search.tab ?? 'scenarios';
  const row = search.row ?? 0;
  const scenarios = filterScenarios(comparison.scenarios, search);
  const change = (next: Changes<CompareSearch>): void => {
    const asked = compact({ ...search, ...next });
    void navigate({ to: '/console/compare', search: asked, replace: true });
  };
  const open = (): void => {
    const place = placeAt(comparison, { tab, row, scenarios });
    if (place === undefined) return;
    void navigate({
      to: '/console/runs/$runId/$scenario/$turn',
      params: {
        runId: comparison.candidate.run_id,
        scenario: String(place.scenario),
        turn: String(place.turn),
      },
      search: { baseline: comparison.baseline.run_id },
    });
  };
  const rows = tab === 'interactions' ? comparison.interactions.length : scenarios.length;
  const move = (to: number): void => change({ row: Math.max(0, Math.min(to, rows - 1)) });
  const lookAt = (next: number): void => {
    const wrapped = (next + candidates) % candidates;
    change({ of: wrapped === 0 ? undefined : wrapped + 1, row: undefined });
  };
  const swap = (): void => {
    const { baseline, candidate } = comparison;
    change({ runs: `${candidate.run_id}.${baseline.run_id}`, of: undefined, row: undefined });
  };
  useKeys([
    { keys: 'j', label: 'Next row', run: () => move(row + 1) },
    { keys: 'k', label: 'Previous row', run: () => move(row - 1) },
    { keys: 'Enter', label: 'Open where it changed most', run: open },
    { keys: 's', label: 'Swap baseline and candidate', run: swap },
    { keys: 'Escape', label: 'Back', run: back },
    ...(candidates > 1
      ? [
          { keys: '[', label: 'Previous candidate', run: () => lookAt(focus - 1) },
          { keys: ']', label: 'Next candidate', run: () => lookAt(focus + 1) },
        ]
      : []),
  ]);
  return {
    tab,
    row,
    scenarios,
    chooseTab: (next) => change({ tab: next === 'scenarios' ? undefined : next, row: undefined }),
    filter: (next) => change({ ...next, row: undefined }),
    lookAt,
    swap,
  };
}

/** To where one came from; to the overview where that is another site. */
function useBack(): () => void {
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: '/' });
  };
}

type Shown = Pick<ComparisonLook, 'tab' | 'row' | 'scenarios'>;

/** What a row is about: an interaction, or where its scenario changed most. */
function placeAt(comparison: Comparison, { tab, row, scenarios }: Shown): TurnSpot | undefined {
  if (tab === 'interactions') return comparison.interactions[row]?.candidate_position;
  const scenario = tab === 'scenarios' ? scenarios[row] : undefined;
  return scenario && placeOfChange(scenario, comparison);
}
