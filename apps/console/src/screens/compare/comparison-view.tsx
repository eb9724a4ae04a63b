import type { Comparison } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Tabs } from '../../ui/tabs.tsx';
import { CompareCharts } from './compare-charts.tsx';
import { CompareHead } from './compare-head.tsx';
import type { CompareSearch } from './compare-search.ts';
import { CompareTiles } from './compare-tiles.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { InteractionTable } from './interaction-table.tsx';
import { MetricTable } from './metric-table.tsx';
import { nameComparisons } from './name-comparisons.ts';
import { ScenarioFilter } from './scenario-filter.tsx';
import { ScenarioTable } from './scenario-table.tsx';
import { UnmatchedList } from './unmatched-list.tsx';
import { useComparison } from './use-comparison.ts';

interface ComparisonViewProps {
  /** The one that is looked at. */
  readonly comparison: Comparison;
  /** One for each candidate, all with the same baseline. */
  readonly comparisons: readonly Comparison[];
  readonly focus: number;
  readonly search: CompareSearch;
}

/** Better or worse than the baseline, where, and is it noise. */
export function ComparisonView(props: ComparisonViewProps): ReactNode {
  const { comparison, comparisons, focus, search } = props;
  const view = useComparison(comparison, { search, candidates: comparisons.length, focus });
  const { differences, unmatched, interactions, scenarios } = comparison;
  const named = nameComparisons(comparisons);
  const alone = unmatched.scenarios.length + unmatched.interactions.length;
  return (
    <>
      <CompareHead
        comparison={comparison}
        comparisons={comparisons}
        focus={focus}
        search={search}
        onFocus={view.lookAt}
        onSwap={view.swap}
      />
      <CompareTiles comparison={comparison} />
      <CompareCharts comparison={comparison} comparisons={comparisons} />
      <Tabs
        label="What changed"
        value={view.tab}
        onChange={view.chooseTab}
        tabs={[
          {
            value: 'scenarios',
            label: `Scenarios ${scenarios.length}`,
            content: (
              <>
                <ScenarioFilter scenarios={scenarios} search={search} onChange={view.filter} />
                <ScenarioTable
                  rows={view.scenarios}
                  row={view.row}
                  comparison={comparison}
                  others={named.filter((_, at) => at !== focus)}
                />
              </>
            ),
          },
          {
            value: 'interactions',
            label: `Interactions ${interactions.length}`,
            content: <InteractionTable comparison={comparison} row={view.row} />,
          },
          { value: 'metrics', label: 'Metrics', content: <MetricTable comparison={comparison} /> },
          {
            value: 'configuration',
            label: `Configuration ${differences.length}`,
            content: <DifferenceTable comparison={comparison} />,
          },
          {
            value: 'unmatched',
            label: `Unmatched ${alone}`,
            content: <UnmatchedList comparison={comparison} />,
          },
        ]}
      />
    </>
  );
}
