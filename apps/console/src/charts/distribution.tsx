import {
  formatCompactCount,
  formatCount,
  formatMany,
  formatScore,
  formatShare,
} from '@fairtrial/format';
import type { ReactNode } from 'react';
import { BottomAxis, LeftGrid } from './axis.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { ChartMark } from './chart-mark.tsx';
import { linearScale, niceDomain } from './linear-scale.ts';

interface DistributionProps {
  readonly title: string;
  /** Counts of scores in equal bins from 0 to 1. */
  readonly counts: readonly number[];
  /** Counts of the baseline, drawn as an outline. */
  readonly baseline?: readonly number[] | undefined;
  readonly height: number;
}

const LEFT_PX = 40;
const FOOT_PX = 20;

/** A histogram of the scores, with the outline of the baseline. */
export function Distribution({ title, counts, baseline, height }: DistributionProps): ReactNode {
  const edge = (at: number): string => formatScore(at / counts.length, 2);
  return (
    <ChartFrame
      title={title}
      sentence={describeDistribution(counts)}
      height={height}
      table={{
        columns: ['Score', 'Turns', ...(baseline ? ['Baseline'] : [])],
        rows: counts.map((count, at) => [
          `${edge(at)}–${edge(at + 1)}`,
          formatCount(count),
          ...(baseline ? [formatCount(baseline[at] ?? 0)] : []),
        ]),
      }}
    >
      {(width) => <Bars counts={counts} baseline={baseline} width={width} height={height} />}
    </ChartFrame>
  );
}

type BarsProps = Pick<DistributionProps, 'counts' | 'baseline' | 'height'> & {
  readonly width: number;
};

function Bars({ counts, baseline, width, height }: BarsProps): ReactNode {
  const bottom = height - FOOT_PX;
  const x = linearScale([0, counts.length], [LEFT_PX, width - 8]);
  const most = Math.max(1, ...counts, ...(baseline ?? []));
  const y = linearScale(niceDomain([0, most], 3), [bottom, 8]);
  const lines = y.ticks(3).filter(Number.isInteger);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((score) => ({
    at: x(score * counts.length),
    label: String(score),
  }));
  return (
    <>
      <LeftGrid
        left={LEFT_PX}
        right={width - 8}
        ticks={lines.map((count) => ({ at: y(count), label: formatCompactCount(count) }))}
      />
      {counts.map((count, at) => (
        <ChartMark key={at} title={describeBar(counts, baseline, at)}>
          <rect
            x={x(at)}
            width={x(1) - x(0)}
            y={8}
            height={bottom - 8}
            className="fill-transparent"
          />
          <rect
            x={x(at) + 0.5}
            width={Math.max(1, x(1) - x(0) - 1)}
            y={y(count)}
            height={bottom - y(count)}
            className="fill-accent/75"
          />
        </ChartMark>
      ))}
      {baseline && (
        <path
          d={`M${LEFT_PX} ${bottom}${baseline.map((count, at) => `V${y(count)}H${x(at + 1)}`).join('')}V${bottom}`}
          className="pointer-events-none fill-none stroke-text"
          strokeWidth={1.4}
        />
      )}
      <BottomAxis ticks={ticks} y={height - 4} />
    </>
  );
}

function describeBar(
  counts: readonly number[],
  baseline: readonly number[] | undefined,
  at: number,
): string {
  const edges = [at, at + 1].map((edge) => formatScore(edge / counts.length, 2));
  const before = baseline ? `, baseline ${formatCount(baseline[at] ?? 0)}` : '';
  return `${edges.join('–')}: ${formatMany(counts[at] ?? 0, 'turn')}${before}`;
}

function describeDistribution(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 'No turn has a score.';
  const high = counts.slice(counts.length / 2).reduce((sum, count) => sum + count, 0);
  const peak = counts.indexOf(Math.max(...counts));
  const edge = (at: number): string => formatScore(at / counts.length, 2);
  return `Scores of ${formatCount(total)} turns: ${formatShare(high / total)} are 0.5 or more, most lie between ${edge(peak)} and ${edge(peak + 1)}.`;
}
