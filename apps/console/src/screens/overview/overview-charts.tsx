import type { TestHistory } from '@fairtrial/contracts';
import { formatMany, verdictLabel } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { trendPoints } from '../../charts/chart-data.ts';
import { countShown } from '../../charts/count-shown.ts';
import { Heatmap, heatmapHeight, type HeatmapRow } from '../../charts/heatmap.tsx';
import { Trend } from '../../charts/trend.tsx';
import { runLabels } from '../../format/run-labels.ts';
import { Card } from '../../parts/card.tsx';

/** The trend of the mean score, and the scores by scenario and run. */
export function OverviewCharts({ history }: { readonly history: TestHistory }): ReactNode {
  const { runs, scenarios, total_scenarios: total } = history;
  const points = trendPoints(runs);
  const height = Math.max(150, heatmapHeight(scenarios.length));
  const count = formatMany(runs.length, 'run');
  const shown = countShown(scenarios.length, total);
  return (
    <div
      className={`mb-5 grid gap-3 max-lg:grid-cols-1 ${points.length > 1 ? 'grid-cols-[2fr_3fr]' : ''}`}
    >
      {points.length > 1 && (
        <Trend title={`Last ${count}, mean score ± 95 % CI`} points={points} height={height} />
      )}
      {scenarios.length > 0 ? (
        <Heatmap
          title={`Scenario × run, mean score, last ${count}${shown}`}
          boxed={`changed against all runs ${runs.some(({ pinned }) => pinned) ? 'since the pinned baseline' : 'before it'}`}
          columns={runLabels(runs)}
          rows={scenarios.map((scenario) => toRow(scenario, runs))}
        />
      ) : (
        <Card title="Scenario × run">
          <p className="text-dim">
            No scenario scores yet: they appear here after the next run of this test.
          </p>
        </Card>
      )}
    </div>
  );
}

function toRow(
  { name, cells }: TestHistory['scenarios'][number],
  runs: TestHistory['runs'],
): HeatmapRow {
  return {
    name,
    cells: cells.map((cell, at) => {
      if (cell === null) return null;
      const run = runs[at];
      const basis = run?.overview?.headline.basis;
      return {
        mean: cell.mean,
        change: cell.change ? verdictLabel(cell.change, basis) : undefined,
        href: run && `/console/runs/${run.run_id}`,
      };
    }),
  };
}
