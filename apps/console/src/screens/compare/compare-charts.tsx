import type { Comparison } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { forestRows } from '../../charts/chart-data.ts';
import { countShown } from '../../charts/count-shown.ts';
import { Dumbbell } from '../../charts/dumbbell.tsx';
import { Forest } from '../../charts/forest.tsx';
import { Heatmap, heatmapHeight } from '../../charts/heatmap.tsx';
import { Card } from '../../parts/card.tsx';
import { heatmapRows } from './comparison-rows.ts';

interface CompareChartsProps {
  readonly comparison: Comparison;
  readonly comparisons: readonly Comparison[];
}

const MAX_HEATMAP_ROWS = 10;

/** Change by scenario, mean scores by scenario and run, and latency. */
export function CompareCharts({ comparison, comparisons }: CompareChartsProps): ReactNode {
  const rows = forestRows(comparison);
  const all = heatmapRows(comparison, comparisons);
  const heat = all.slice(0, MAX_HEATMAP_ROWS);
  const height = Math.max(150, heatmapHeight(heat.length));
  return (
    <div className="mb-4 grid grid-cols-3 gap-3 max-xl:grid-cols-2 max-lg:grid-cols-1">
      {rows.length > 0 ? (
        <Forest title="Change by scenario, with intervals" rows={rows} height={height} />
      ) : (
        <Card title="Change by scenario">
          <p className="text-dim">
            A verdict on one scenario needs {comparison.min_attempts} attempts per run.
          </p>
        </Card>
      )}
      <Heatmap
        title={`Mean score${countShown(heat.length, all.length)}`}
        boxed="changed against the baseline"
        columns={['baseline', ...candidateColumns(comparisons)]}
        rows={heat}
      />
      <LatencyChart comparison={comparison} height={height} />
    </div>
  );
}

/** Short names, in the order of the cards above. */
function candidateColumns(comparisons: readonly Comparison[]): readonly string[] {
  return comparisons.map((_, at) => (comparisons.length === 1 ? 'candidate' : `cand. ${at + 1}`));
}

interface LatencyChartProps {
  readonly comparison: Comparison;
  readonly height: number;
}

function LatencyChart({
  comparison: { baseline, candidate },
  height,
}: LatencyChartProps): ReactNode {
  const [before, after] = [baseline.latency_ms, candidate.latency_ms];
  if (!before || !after) {
    return (
      <Card title="Latency">
        <p className="text-dim">One of the runs has no answered request.</p>
      </Card>
    );
  }
  return (
    <Dumbbell
      title="Latency, baseline ○ to candidate ●"
      height={height}
      rows={[
        { name: 'p50', before: before.median, after: after.median },
        { name: 'p95', before: before.p95, after: after.p95 },
      ]}
    />
  );
}
