import type { ReactNode } from 'react';

interface Tick {
  readonly at: number;
  readonly label: string;
}

interface AxisProps {
  readonly ticks: readonly Tick[];
  readonly y: number;
}

/** Approximate width of a letter on an axis, and the minimum gap between two labels. */
const LETTER_PX = 6.5;
const GAP_PX = 8;

/** Labels below a chart. A label that would touch the one before it is omitted. */
export function BottomAxis({ ticks, y }: AxisProps): ReactNode {
  return (
    <g className="fill-dim text-[11px]">
      {withRoom(ticks).map(({ at, label }) => (
        <text key={at} x={at} y={y} textAnchor="middle">
          {label}
        </text>
      ))}
    </g>
  );
}

function withRoom(ticks: readonly Tick[]): readonly Tick[] {
  let end = -Infinity;
  return ticks.filter(({ at, label }) => {
    const half = (label.length * LETTER_PX) / 2;
    if (at - half < end + GAP_PX) return false;
    end = at + half;
    return true;
  });
}

interface GridProps {
  readonly ticks: readonly Tick[];
  readonly left: number;
  readonly right: number;
}

/** Horizontal grid lines, with their values at the left. */
export function LeftGrid({ ticks, left, right }: GridProps): ReactNode {
  return (
    <g className="fill-dim text-[11px]">
      {ticks.map(({ at, label }) => (
        <g key={at}>
          <line x1={left} x2={right} y1={at} y2={at} className="stroke-line" />
          <text x={left - 6} y={at} dy="0.35em" textAnchor="end">
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}
