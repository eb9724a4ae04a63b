import { formatInterval, formatMean, formatScore } from '@assay/format';
import { scaleLinear, scalePoint } from 'd3-scale';
import type { ReactNode } from 'react';
import { BottomAxis, LeftGrid } from './axis.tsx';
import { ChartFrame } from './chart-frame.tsx';

export interface TrendPoint {
  /** Shown below the point. */
  readonly label: string;
  readonly name: string;
  readonly mean: number;
  readonly interval: readonly [number, number] | null;
}

interface TrendProps {
  readonly title: string;
  /** Oldest first. */
  readonly points: readonly TrendPoint[];
  readonly height: number;
}

const LEFT_PX = 40;
const FOOT_PX = 20;

/** Means over runs with the band of their intervals. The axis does not begin at 0: changes are small. */
export function Trend({ title, points, height }: TrendProps): ReactNode {
  return (
    <ChartFrame
      title={title}
      sentence={describeTrend(points)}
      height={height}
      table={{
        columns: ['Run', 'Mean', '95 % interval'],
        rows: points.map(({ name, mean, interval }) => [
          name,
          formatScore(mean),
          formatInterval(interval),
        ]),
      }}
    >
      {(width) => <Lines points={points} width={width} height={height} />}
    </ChartFrame>
  );
}

type LinesProps = Pick<TrendProps, 'points' | 'height'> & { readonly width: number };

function Lines({ points, width, height }: LinesProps): ReactNode {
  const bottom = height - FOOT_PX;
  const edges = points.flatMap(({ mean, interval }) => [mean, ...(interval ?? [])]);
  const [low, high] = [Math.min(...edges), Math.max(...edges)];
  const room = Math.max(0.01, (high - low) * 0.1);
  const y = scaleLinear([low - room, high + room], [bottom, 8]).nice(4);
  // Scores are between 0 and 1.
  y.domain(y.domain().map((edge) => Math.min(1, Math.max(0, edge))));
  const x = scalePoint(points.keys(), [LEFT_PX + 8, width - 16]).align(0.5);
  const at = (index: number): number => x(index) ?? LEFT_PX;
  const upper = points.map(
    ({ mean, interval }, index) => `${at(index)} ${y(interval?.[1] ?? mean)}`,
  );
  const lower = points.map(
    ({ mean, interval }, index) => `${at(index)} ${y(interval?.[0] ?? mean)}`,
  );
  const every = Math.max(1, Math.ceil((points.length * 44) / width));
  const digits = y
    .ticks(4)
    .some((tick) => tick.toFixed(2) !== String(tick) && (tick * 100) % 1 > 1e-9)
    ? 3
    : 2;
  return (
    <>
      <LeftGrid
        left={LEFT_PX}
        right={width - 8}
        ticks={y.ticks(4).map((mean) => ({ at: y(mean), label: formatScore(mean, digits) }))}
      />
      <path d={`M${[...upper, ...lower.toReversed()].join('L')}Z`} className="fill-accent/20" />
      <path
        d={`M${points.map(({ mean }, index) => `${at(index)} ${y(mean)}`).join('L')}`}
        className="fill-none stroke-accent"
        strokeWidth={2}
      />
      {points.map(({ mean }, index) => (
        <circle key={index} cx={at(index)} cy={y(mean)} r={3} className="fill-accent" />
      ))}
      <BottomAxis
        y={height - 4}
        ticks={points.flatMap(({ label }, index) =>
          index % every === 0 ? [{ at: at(index), label }] : [],
        )}
      />
    </>
  );
}

function describeTrend(points: readonly TrendPoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return 'No run has a score.';
  return `Mean score over ${points.length} runs, from ${formatScore(first.mean)} to ${formatMean(last.mean, last.interval)}.`;
}
