import type { Comparison, RunFigures, RunHead } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { forestRows, trendPoints } from '../../charts/chart-data.ts';
import { Distribution } from '../../charts/distribution.tsx';
import { Forest } from '../../charts/forest.tsx';
import { Trend } from '../../charts/trend.tsx';
import { Card } from '../../parts/card.tsx';

interface RunChartsProps {
  readonly comparison: Comparison | undefined;
  /** True if a baseline is chosen. */
  readonly hasBaseline: boolean;
  readonly figures: RunFigures | undefined;
  readonly baselineFigures: RunFigures | undefined;
  /** `undefined` while it is loading. */
  readonly trend: readonly RunHead[] | undefined;
}

const HEIGHT_PX = 186;

/** Distribution of the scores, change by scenario, and trend over earlier runs, as far as available. */
export function RunCharts(props: RunChartsProps): ReactNode {
  const { comparison, hasBaseline, figures, baselineFigures, trend } = props;
  const points = trend && trendPoints(trend);
  return (
    <div className="mb-4 grid auto-rows-[minmax(242px,auto)] grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-3">
      {figures === undefined && <Card title="Score distribution">{null}</Card>}
      {figures?.histogram.some((count) => count > 0) && (
        <Distribution
          title={baselineFigures ? 'Scores (bars: this run, line: baseline)' : 'Score distribution'}
          counts={figures.histogram}
          baseline={baselineFigures?.histogram}
          height={HEIGHT_PX}
        />
      )}
      {hasBaseline && <ScenarioChanges comparison={comparison} />}
      {points === undefined && <Card title="Mean score over runs">{null}</Card>}
      {points && points.length > 1 && (
        <Trend
          title={`Last ${points.length} runs, mean score ± 95 % CI`}
          points={points}
          height={HEIGHT_PX}
        />
      )}
    </div>
  );
}

function ScenarioChanges({ comparison }: Pick<RunChartsProps, 'comparison'>): ReactNode {
  const rows = comparison ? forestRows(comparison) : [];
  if (rows.length > 0) {
    return <Forest title="Change by scenario, with intervals" rows={rows} height={HEIGHT_PX} />;
  }
  return (
    <Card title="Change by scenario">
      <p className="text-dim">
        {comparison === undefined
          ? 'Comparing …'
          : `A verdict on one scenario needs ${comparison.min_attempts} attempts per run.`}
      </p>
    </Card>
  );
}
