import type { ComparedScenario, Comparison } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import type { Changes } from '../../format/read-fields.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { CheckTable } from './check-table.tsx';
import type { CompareSearch, CompareTab } from './compare-search.ts';
import { nameComparisons } from './comparison-labels.ts';
import {
  ChangedTable,
  DifferenceTable,
  InteractionTable,
  MetricTable,
  UnmatchedTable,
} from './comparison-tables.tsx';
import { ScenarioFilter, ScenarioTable } from './scenario-table.tsx';

/** The state of the comparison and the actions that change it. */
export interface ComparisonControls {
  readonly tab: CompareTab;
  readonly row: number;
  readonly scenarios: readonly ComparedScenario[];
  readonly chooseTab: (tab: CompareTab) => void;
  readonly filter: (next: Changes<CompareSearch>) => void;
  /** Shows another candidate, by its index. */
  readonly showCandidate: (focus: number) => void;
  /** Swaps baseline and candidate. */
  readonly swap: () => void;
}

interface ComparisonTabsProps {
  readonly comparison: Comparison;
  readonly comparisons: readonly Comparison[];
  /** The index of `comparison` in `comparisons`. */
  readonly focus: number;
  readonly search: CompareSearch;
  readonly controls: ComparisonControls;
}

/** Changes by scenario, interaction, check and metric, and what was not compared. */
export function ComparisonTabs(props: ComparisonTabsProps): ReactNode {
  const { comparison, comparisons, focus, search, controls } = props;
  const { differences, changed, unmatched, interactions, scenarios } = comparison;
  const named = nameComparisons(comparisons);
  return (
    <Tabs
      label="What changed"
      value={controls.tab}
      onChange={controls.chooseTab}
      tabs={[
        {
          value: 'scenarios',
          label: `Scenarios ${scenarios.length}`,
          content: (
            <>
              <ScenarioFilter comparison={comparison} search={search} onChange={controls.filter} />
              <ScenarioTable
                rows={controls.scenarios}
                row={controls.row}
                comparison={comparison}
                others={named.filter((_, at) => at !== focus)}
              />
            </>
          ),
        },
        {
          value: 'interactions',
          label: `Interactions ${interactions.length}`,
          content: <InteractionTable comparison={comparison} row={controls.row} />,
        },
        { value: 'checks', label: 'Checks', content: <CheckTable comparison={comparison} /> },
        { value: 'metrics', label: 'Metrics', content: <MetricTable comparison={comparison} /> },
        {
          value: 'configuration',
          label: `Configuration ${differences.length}`,
          content: <DifferenceTable comparison={comparison} />,
        },
        ...(changed.length > 0 || controls.tab === 'changed'
          ? [
              {
                value: 'changed' as const,
                label: `Changed scenarios ${changed.length}`,
                content: <ChangedTable comparison={comparison} />,
              },
            ]
          : []),
        {
          value: 'unmatched',
          label: `Unmatched ${unmatched.scenarios.length}`,
          content: <UnmatchedTable comparison={comparison} />,
        },
      ]}
    />
  );
}
