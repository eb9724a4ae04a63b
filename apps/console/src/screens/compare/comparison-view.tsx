import type { Comparison } from '@fairtrial/contracts';
import { formatComparedUsers } from '@fairtrial/format';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Changes } from '../../format/read-fields.ts';
import { rowKeys, useKeys } from '../../keys/use-keys.ts';
import { UserSummary } from '../../parts/simulated-user/user-summary.tsx';
import { CompareCharts } from './compare-charts.tsx';
import { CompareHead } from './compare-head.tsx';
import type { CompareSearch } from './compare-search.ts';
import { CompareTiles } from './compare-tiles.tsx';
import {
  filterScenarios,
  positionOfLargestChange,
  type InteractionPosition,
} from './comparison-rows.ts';
import { ChangedTable, UnmatchedTable } from './comparison-tables.tsx';
import { ComparisonTabs, type ComparisonControls } from './comparison-tabs.tsx';

interface ComparisonViewProps {
  /** The visible comparison. */
  readonly comparison: Comparison;
  /** One per candidate, all with the same baseline. */
  readonly comparisons: readonly Comparison[];
  /** The index of `comparison` in `comparisons`. */
  readonly focus: number;
  readonly search: CompareSearch;
  readonly onSearch: (change: Changes<CompareSearch>) => void;
  /** True inside the candidate's page, which has its own head and back navigation. */
  readonly isEmbedded?: boolean;
}

/** Shows whether the candidate is better or worse than the baseline, where, and whether it is noise. */
export function ComparisonView(props: ComparisonViewProps): ReactNode {
  const { comparison, comparisons } = props;
  const controls = useComparisonControls(props);
  const { changed } = comparison;
  const isEmpty = comparison.scenarios.length === 0;
  return (
    <>
      <CompareHead {...props} onFocus={controls.showCandidate} onSwap={controls.swap} />
      {isEmpty ? (
        // The headline says that the runs have no scenario in common, or none with equal content.
        <>
          {changed.length > 0 && <ChangedTable comparison={comparison} />}
          {(changed.length === 0 || comparison.unmatched.scenarios.length > 0) && (
            <UnmatchedTable comparison={comparison} />
          )}
        </>
      ) : (
        <>
          <Differences comparison={comparison} onOpen={() => controls.chooseTab('configuration')} />
          <CompareTiles comparison={comparison} />
          {comparison.simulated_user && (
            <UserSummary
              title="Simulated users"
              sentences={formatComparedUsers(comparison.simulated_user)}
            />
          )}
          <CompareCharts comparison={comparison} comparisons={comparisons} />
          <ComparisonTabs {...props} controls={controls} />
        </>
      )}
    </>
  );
}

/** The state of the screen, kept in the URL, and the actions of keys and buttons. */
function useComparisonControls(props: ComparisonViewProps): ComparisonControls {
  const { comparison, comparisons, focus, search, onSearch: change, isEmbedded = false } = props;
  const navigate = useNavigate();
  const back = useBack();
  const tab = search.tab ?? 'scenarios';
  const row = search.row ?? 0;
  const scenarios = filterScenarios(comparison.scenarios, search);
  const open = (): void => {
    const position = positionOfRow(comparison, { tab, row, scenarios });
    if (position === undefined) return;
    void navigate({
      to: '/console/runs/$runId/$scenario/$turn',
      params: {
        runId: comparison.candidate.run_id,
        scenario: String(position.scenario),
        turn: String(position.turn),
      },
      search: { baseline: comparison.baseline.run_id },
    });
  };
  const count = tab === 'interactions' ? comparison.interactions.length : scenarios.length;
  const showCandidate = (next: number): void => {
    const wrapped = (next + comparisons.length) % comparisons.length;
    change({ of: wrapped === 0 ? undefined : wrapped + 1, row: undefined });
  };
  const swap = (): void => {
    const { baseline, candidate } = comparison;
    change({ runs: `${candidate.run_id}.${baseline.run_id}`, of: undefined, row: undefined });
  };
  useKeys([
    ...rowKeys({ what: 'row', row, count, onRow: (next) => change({ row: next }) }),
    { keys: 'Enter', label: 'Open the largest change', run: open },
    ...(isEmbedded
      ? []
      : [
          { keys: 's', label: 'Swap baseline and candidate', run: swap },
          { keys: 'Escape', label: 'Back', run: back },
        ]),
    ...(comparisons.length > 1
      ? [
          { keys: '[', label: 'Previous candidate', run: () => showCandidate(focus - 1) },
          { keys: ']', label: 'Next candidate', run: () => showCandidate(focus + 1) },
        ]
      : []),
  ]);
  return {
    tab,
    row,
    scenarios,
    chooseTab: (next) => change({ tab: next === 'scenarios' ? undefined : next, row: undefined }),
    filter: (next) => change({ ...next, row: undefined }),
    showCandidate,
    swap,
  };
}

/** Goes back in the history, or to the overview if that would leave the console. */
function useBack(): () => void {
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: '/' });
  };
}

type RowSelection = Pick<ComparisonControls, 'tab' | 'row' | 'scenarios'>;

/** The interaction of a row: its own, or the one with the largest change of its scenario. */
function positionOfRow(
  comparison: Comparison,
  { tab, row, scenarios }: RowSelection,
): InteractionPosition | undefined {
  if (tab === 'interactions') return comparison.interactions[row]?.candidate_position;
  const scenario = tab === 'scenarios' ? scenarios[row] : undefined;
  return scenario && positionOfLargestChange(scenario, comparison);
}

interface DifferencesProps {
  readonly comparison: Comparison;
  /** Opens the tab with their values. */
  readonly onOpen: () => void;
}

/** The names of the settings in which the runs differ. */
function Differences({ comparison: { differences }, onOpen }: DifferencesProps): ReactNode {
  if (differences.length === 0) return null;
  return (
    <p className="mb-4 text-[13px] wrap-anywhere">
      Configured differently:{' '}
      <button
        type="button"
        onClick={onOpen}
        className="text-left text-accent underline underline-offset-2"
      >
        {differences.map(({ field }) => field).join(', ')}
      </button>
    </p>
  );
}
