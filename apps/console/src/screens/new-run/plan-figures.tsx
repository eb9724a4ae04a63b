import type { ReactNode } from 'react';
import { formatCount, formatMs, NONE } from '../../format/numbers.ts';
import type { Planned } from './plan-calls.ts';

interface PlanFiguresProps {
  readonly planned: Planned;
  /** The smallest change that a comparison would probably notice. */
  readonly change: number | undefined;
  readonly hasBaseline: boolean;
}

/** What the run costs, and what it could find out. */
export function PlanFigures({ planned, change, hasBaseline }: PlanFiguresProps): ReactNode {
  const { calls, durationMs } = planned;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Figure label="Calls" value={calls === 0 ? NONE : formatCount(calls)}>
        turns × attempts
      </Figure>
      <Figure label="About" value={durationMs === undefined ? NONE : formatMs(durationMs)}>
        {durationMs === undefined ? 'a test call tells' : 'at the pace of the test call'}
      </Figure>
      <Figure
        label="Notices a change of"
        value={change === undefined ? NONE : `±${digits(change)}`}
      >
        {hint(change, hasBaseline)}
      </Figure>
    </dl>
  );
}

function hint(change: number | undefined, hasBaseline: boolean): string {
  if (!hasBaseline) return 'with a baseline';
  return change === undefined ? 'both need two attempts or more' : 'or more, 4 times of 5';
}

function digits(change: number): string {
  return change < 0.0995 ? change.toFixed(3) : change.toFixed(2);
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly children: string;
}

function Figure({ label, value, children }: FigureProps): ReactNode {
  return (
    <div>
      <dt className="text-[13px] font-medium text-dim">{label}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
      <dd className="text-xs text-dim">{children}</dd>
    </div>
  );
}
