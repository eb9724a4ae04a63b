import { formatInterval, formatMany, formatMean, formatScore } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { BottomAxis, LeftGrid } from './axis.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { ChartMark } from './chart-mark.tsx';
import { linearScale, niceDomain, type LinearScale } from './linear-scale.ts';

export interface TrendPoint {
  /** Shown below the point. */
  readonly label: string;
  readonly name: string;
  /** `null` for a run that allows no conclusion about the model: the line has a gap there. */
  readonly mean: number | null;
  readonly interval: readonly [number, number] | null;
  /** Reason for a gap: `requests failed`. */
  readonly gap: string | undefined;
  /** The page of the run. */
  readonly href: string;
}

interface TrendProps {
  readonly title: string;
  /** Oldest first. */
  readonly points: readonly TrendPoint[];
  readonly height: number;
}

const LEFT_PX = 40;
const FOOT_PX = 20;

/**
 * Means over runs with a band for their confidence intervals. The axis does not start at 0, because changes are small.
 */
export function Trend({ title, points, height }: TrendProps): ReactNode {
  return (
    <ChartFrame
      title={title}
      sentence={describeTrend(points)}
      height={height}
      table={{
        columns: ['Run', 'Mean', '95 % interval'],
        rows: points.map(({ name, mean, interval, gap }) => [
          name,
          gap === undefined ? formatScore(mean) : `${formatScore(mean)} (${gap})`,
          formatInterval(interval),
        ]),
        links: points.map(({ href }) => href),
      }}
    >
      {(width) => <Lines points={points} width={width} height={height} />}
    </ChartFrame>
  );
}

type LinesProps = Pick<TrendProps, 'points' | 'height'> & { readonly width: number };

function Lines({ points, width, height }: LinesProps): ReactNode {
  const bottom = height - FOOT_PX;
  const y = scoreScale(points, bottom);
  const at = linearScale([0, points.length - 1], [LEFT_PX + 8, width - 16]);
  const every = Math.max(1, Math.ceil((points.length * 44) / width));
  return (
    <>
      <LeftGrid left={LEFT_PX} right={width - 8} ticks={scoreTicks(y)} />
      {unbrokenParts(points).map((part, key) => (
        <LinePart
          key={key}
          points={part.map(({ index, mean, interval }) => {
            const [low, high] = interval ?? [mean, mean];
            return { x: at(index), mean: y(mean), low: y(low), high: y(high) };
          })}
        />
      ))}
      {points.map((point, index) => (
        <Point
          key={index}
          point={point}
          x={at(index)}
          y={point.mean === null ? bottom - 6 : y(point.mean)}
        />
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

function scoreScale(points: readonly TrendPoint[], bottom: number): LinearScale {
  const edges = points.flatMap(({ mean, interval }) => [
    ...(mean === null ? [] : [mean]),
    ...(interval ?? []),
  ]);
  const [low, high] = edges.length === 0 ? [0, 1] : [Math.min(...edges), Math.max(...edges)];
  const room = Math.max(0.01, (high - low) * 0.1);
  const [niceLow, niceHigh] = niceDomain([low - room, high + room], 4);
  // Scores are between 0 and 1.
  return linearScale([Math.max(0, niceLow), Math.min(1, niceHigh)], [bottom, 8]);
}

function scoreTicks(y: LinearScale): readonly { readonly at: number; readonly label: string }[] {
  const ticks = y.ticks(4);
  const isFine = ticks.some((tick) => tick.toFixed(2) !== String(tick) && (tick * 100) % 1 > 1e-9);
  return ticks.map((mean) => ({ at: y(mean), label: formatScore(mean, isFine ? 3 : 2) }));
}

type ScoredPoint = Pick<TrendPoint, 'interval'> & { readonly index: number; readonly mean: number };

/** Splits the runs at the gaps; each point keeps its index in the list. */
function unbrokenParts(points: readonly TrendPoint[]): readonly (readonly ScoredPoint[])[] {
  const parts: ScoredPoint[][] = [[]];
  for (const [index, { mean, interval }] of points.entries()) {
    if (mean === null) parts.push([]);
    else parts.at(-1)?.push({ index, mean, interval });
  }
  return parts.filter((part) => part.length > 0);
}

interface LinePartProps {
  /** In pixels. */
  readonly points: readonly Readonly<Record<'x' | 'mean' | 'low' | 'high', number>>[];
}

function LinePart({ points }: LinePartProps): ReactNode {
  const upper = points.map(({ x, high }) => `${x} ${high}`);
  const lower = points.map(({ x, low }) => `${x} ${low}`);
  return (
    <>
      <path d={`M${[...upper, ...lower.toReversed()].join('L')}Z`} className="fill-accent/20" />
      <path
        d={`M${points.map(({ x, mean }) => `${x} ${mean}`).join('L')}`}
        className="fill-none stroke-accent"
        strokeWidth={2}
      />
    </>
  );
}

interface PointProps {
  readonly point: TrendPoint;
  readonly x: number;
  readonly y: number;
}

/** A run: a dot, or a cross on the axis if it has no score. */
function Point({ point: { name, mean, interval, gap, href }, x, y }: PointProps): ReactNode {
  if (mean === null) {
    return (
      <ChartMark title={`${name}: ${gap ?? 'no score'}`} href={href}>
        <text x={x} y={y} textAnchor="middle" className="fill-bad text-sm font-semibold">
          ✗
        </text>
      </ChartMark>
    );
  }
  return (
    <ChartMark title={`${name}: ${formatMean(mean, interval)}`} href={href}>
      <circle cx={x} cy={y} r={10} className="fill-transparent" />
      <circle cx={x} cy={y} r={3} className="fill-accent" />
    </ChartMark>
  );
}

/** The description for screen readers. */
export function describeTrend(points: readonly TrendPoint[]): string {
  const scored = points.filter(({ mean }) => mean !== null);
  const gaps = points.filter(({ mean }) => mean === null);
  const [first, last] = [scored[0], scored.at(-1)];
  if (first === undefined || last === undefined) return 'No run has a score.';
  const line = `Mean score over ${formatMany(scored.length, 'run')}, from ${formatScore(first.mean)} to ${formatMean(last.mean, last.interval)}.`;
  if (gaps.length === 0) return line;
  const reasons = new Set(gaps.map(({ gap }) => gap ?? 'not known'));
  return `${line} ${formatMany(gaps.length, 'run')} without a score: ${[...reasons].join(', ')}.`;
}
