import type { Comparison, RunFigures, RunHead } from '@assay/contracts';
import type { ReactNode } from 'react';
import { forestRows, trendPoints } from '../../charts/chart-data.ts';
import { Distribution } from '../../charts/distribution.tsx';
import { Forest } from '../../charts/forest.tsx';
import { Trend } from '../../charts/trend.tsx';
import { Card } from '../../parts/card.tsx';

interface RunChartsProps {
  readonly comparison: Comparison | undefined;
  /** Whether a baseline is chosen at all. */
  readonly hasBaseline: boolean;
  readonly figures: RunFigures | undefined;
  readonly baselineFigures: RunFigures | undefined;
  readonly trend: readonly RunHead[];
}

const HEIGHT_PX = 186;

/** Change by scenario, distribution of the scores, and the trend over earlier runs. */
export function RunCharts(props: RunChartsProps): ReactNode {
  const { comparison, hasBaseline, figures, baselineFigures, trend } = props;
  const rows = comparison ? forestRows(comparison) : [];
  const points = trendPoints(trend);
  return (
    <div className="mb-4 grid auto-rows-[minmax(242px,auto)] grid-cols-3 gap-3 max-lg:grid-cols-1">
      {rows.length > 0 ? (
        <Forest title="Change by scenario, with intervals" rows={rows} height={HEIGHT_PX} />
      ) : (
        <Card title="Change by scenario">
          <p className="text-dim">{missingForestReason(hasBaseline, comparison)}</p>
        </Card>
      )}
      {figures ? (
        <Distribution
          title={baselineFigures ? 'Scores (bars: this run, line: baseline)' : 'Score distribution'}
          counts={figures.histogram}
          baseline={baselineFigures?.histogram}
          height={HEIGHT_PX}
        />
      ) : (
        <Card title="Score distribution">{null}</Card>
      )}
      {points.length > 1 ? (
        <Trend
          title={`Last ${points.length} runs, mean score ± 95 % CI`}
          points={points}
          height={HEIGHT_PX}
        />
      ) : (
        <Card title="Runs of this name">
          <p className="text-dim">A line appears with the second run of this name.</p>
        </Card>
      )}
    </div>
  );
}

function missingForestReason(hasBaseline: boolean, comparison: Comparison | undefined): string {
  if (!hasBaseline) return 'Choose a run to compare with, at the top right.';
  if (comparison === undefined) return 'Comparing …';
  return `A verdict on one scenario needs ${comparison.min_attempts} attempts a side.`;
}
