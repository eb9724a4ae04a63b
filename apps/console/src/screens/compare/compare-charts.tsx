import type { Comparison } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Dumbbell } from '../../charts/dumbbell.tsx';
import { Forest } from '../../charts/forest.tsx';
import { Heatmap } from '../../charts/heatmap.tsx';
import { Card } from '../../parts/card.tsx';
import { forestRows } from '../run/forest-rows.ts';
import { heatRows } from './heat-rows.ts';

interface CompareChartsProps {
  readonly comparison: Comparison;
  readonly comparisons: readonly Comparison[];
}

const SHOWN = 10;
const ROW = 26;
const HEAD = 20;

/** Where it changed, in which of the runs, and what it costs in time. */
export function CompareCharts({ comparison, comparisons }: CompareChartsProps): ReactNode {
  const rows = forestRows(comparison);
  const heat = heatRows(comparison, comparisons).slice(0, SHOWN);
  const height = Math.max(150, HEAD + ROW * heat.length);
  return (
    <div className="mb-4 grid grid-cols-3 gap-3 max-lg:grid-cols-1">
      {rows.length > 0 ? (
        <Forest title="Change by scenario (grey: noise)" rows={rows} height={height} />
      ) : (
        <Card title="Change by scenario">
          <p className="text-dim">
            With one attempt a side nothing can be said of noise: run more attempts.
          </p>
        </Card>
      )}
      <Heatmap
        title="Mean score (boxed: beyond noise)"
        columns={['baseline', ...columnsOf(comparisons)]}
        rows={heat}
      />
      <Latency comparison={comparison} height={height} />
    </div>
  );
}

/** Narrow ones, in the order of the cards above. */
function columnsOf(comparisons: readonly Comparison[]): readonly string[] {
  return comparisons.map((_, at) => (comparisons.length === 1 ? 'candidate' : `cand. ${at + 1}`));
}

interface LatencyProps {
  readonly comparison: Comparison;
  readonly height: number;
}

function Latency({ comparison: { baseline, candidate }, height }: LatencyProps): ReactNode {
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
