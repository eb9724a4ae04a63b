import { formatDuration } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { BottomAxis } from './axis.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { linearScale, niceDomain } from './linear-scale.ts';

interface DumbbellRow {
  readonly name: string;
  readonly before: number;
  readonly after: number;
}

interface DumbbellProps {
  readonly title: string;
  /** In milliseconds. */
  readonly rows: readonly DumbbellRow[];
  readonly height: number;
}

const LEFT_PX = 64;
const FOOT_PX = 20;

/** Latency of baseline and candidate: an open dot, a line, a filled dot. */
export function Dumbbell({ title, rows, height }: DumbbellProps): ReactNode {
  const changes = rows.map(
    ({ name, before, after }) => `${name} ${formatDuration(before)} to ${formatDuration(after)}`,
  );
  return (
    <ChartFrame
      title={title}
      sentence={`Latency: ${changes.join(', ')}.`}
      height={height}
      table={{
        columns: ['Latency', 'Before', 'After'],
        rows: rows.map(({ name, before, after }) => [
          name,
          formatDuration(before),
          formatDuration(after),
        ]),
      }}
    >
      {(width) => {
        const most = Math.max(1, ...rows.flatMap(({ before, after }) => [before, after]));
        const x = linearScale(niceDomain([0, most], 4), [LEFT_PX, width - 24]);
        const step = (height - FOOT_PX) / Math.max(1, rows.length);
        const ticks = x.ticks(4).map((ms) => ({ at: x(ms), label: formatDuration(ms) }));
        return (
          <>
            {rows.map(({ name, before, after }, at) => (
              <g key={name} transform={`translate(0 ${step * (at + 0.5)})`}>
                <text dy="0.35em" className="fill-text text-xs">
                  {name}
                </text>
                <line x1={LEFT_PX} x2={width - 24} className="stroke-line" />
                <line x1={x(before)} x2={x(after)} strokeWidth={3} className="stroke-accent/50" />
                <circle
                  cx={x(before)}
                  r={4.5}
                  strokeWidth={2}
                  className="fill-surface stroke-dim"
                />
                <circle cx={x(after)} r={5} className="fill-accent" />
                <title>{`${name}: ${formatDuration(before)} to ${formatDuration(after)}`}</title>
              </g>
            ))}
            <BottomAxis ticks={ticks} y={height - 4} />
          </>
        );
      }}
    </ChartFrame>
  );
}
