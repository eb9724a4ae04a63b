import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { formatMs } from '../format/numbers.ts';
import { BottomAxis } from './axis.tsx';
import { ChartFrame } from './chart-frame.tsx';

export interface DumbbellRow {
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

const LEFT = 64;
const FOOT = 20;

/** Latency, old to new: an open dot, a line, a full dot. */
export function Dumbbell({ title, rows, height }: DumbbellProps): ReactNode {
  const told = rows.map(
    ({ name, before, after }) => `${name} ${formatMs(before)} to ${formatMs(after)}`,
  );
  return (
    <ChartFrame
      title={title}
      sentence={`Latency: ${told.join(', ')}.`}
      height={height}
      table={{
        columns: ['Latency', 'Before', 'After'],
        rows: rows.map(({ name, before, after }) => [name, formatMs(before), formatMs(after)]),
      }}
    >
      {(width) => {
        const most = Math.max(1, ...rows.flatMap(({ before, after }) => [before, after]));
        const x = scaleLinear([0, most], [LEFT, width - 24]).nice(4);
        const step = (height - FOOT) / Math.max(1, rows.length);
        const ticks = x.ticks(4).map((ms) => ({ at: x(ms), label: formatMs(ms) }));
        return (
          <>
            {rows.map(({ name, before, after }, at) => (
              <g key={name} transform={`translate(0 ${step * (at + 0.5)})`}>
                <text dy="0.35em" className="fill-text text-xs">
                  {name}
                </text>
                <line x1={LEFT} x2={width - 24} className="stroke-line" />
                <line x1={x(before)} x2={x(after)} strokeWidth={3} className="stroke-accent/50" />
                <circle
                  cx={x(before)}
                  r={4.5}
                  strokeWidth={2}
                  className="fill-surface stroke-dim"
                />
                <circle cx={x(after)} r={5} className="fill-accent" />
              </g>
            ))}
            <BottomAxis ticks={ticks} y={height - 4} />
          </>
        );
      }}
    </ChartFrame>
  );
}
