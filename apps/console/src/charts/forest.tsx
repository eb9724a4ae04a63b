import { formatDelta, formatMany, type StatusLabel, type Tone } from '@fairtrial/format';
import type { ScenarioVerdict } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { formatVerdictInterval } from '../format/confidence.ts';
import { BottomAxis } from './axis.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { ChartMark } from './chart-mark.tsx';
import { countShown } from './count-shown.ts';
import { fitText } from './fit-text.ts';
import { linearScale, niceDomain } from './linear-scale.ts';

export interface ForestRow {
  readonly name: string;
  readonly delta: number;
  readonly verdict: ScenarioVerdict;
  /** Label and colour of the verdict. */
  readonly status: StatusLabel;
  /** Link to the replies of the scenario, next to those of the baseline. */
  readonly href: string;
}

interface ForestProps {
  readonly title: string;
  readonly rows: readonly ForestRow[];
  readonly height: number;
}

const TONE_CLASSES: Readonly<Record<Tone, string>> = {
  ok: 'fill-ok stroke-ok',
  bad: 'fill-bad stroke-bad',
  warn: 'fill-warn stroke-warn',
  plain: 'fill-dim stroke-dim',
};
const FOOT_PX = 18;
const TOP_PX = 4;
const ROW_PX = 18;
const TICK_PX = 46;

/** The change by scenario with its confidence interval; coloured only if the verdict found a change. */
export function Forest({ title, rows, height }: ForestProps): ReactNode {
  const shown = rows.slice(0, Math.floor((height - FOOT_PX - TOP_PX) / ROW_PX));
  return (
    <ChartFrame
      title={title + countShown(shown.length, rows.length)}
      sentence={describeChanges(rows)}
      height={height}
      table={{
        columns: ['Scenario', 'Change', 'Interval of the verdict', 'Verdict'],
        rows: rows.map((row) => [
          row.name,
          formatDelta(row.delta),
          formatVerdictInterval(row.verdict),
          row.status.label,
        ]),
        links: rows.map(({ href }) => href),
      }}
    >
      {(width) => <Dots rows={shown} width={width} height={height} />}
    </ChartFrame>
  );
}

interface DotsProps {
  readonly rows: readonly ForestRow[];
  readonly width: number;
  readonly height: number;
}

function Dots({ rows, width, height }: DotsProps): ReactNode {
  const left = Math.min(176, width * 0.44);
  const bottom = height - FOOT_PX;
  const reach = Math.max(
    0.02,
    ...rows.flatMap(({ delta, verdict }) => [delta, ...(verdict.interval ?? [])].map(Math.abs)),
  );
  const x = linearScale(niceDomain([-reach, reach], 4), [left + 12, width - 22]);
  const step = Math.min(ROW_PX + 8, (bottom - TOP_PX) / Math.max(1, rows.length));
  const all = x.ticks(4);
  // Skips ticks so that labels do not overlap; zero always has a label.
  const every = Math.ceil((TICK_PX * all.length) / (width - left));
  const zero = all.indexOf(0);
  const ticks = all
    .filter((_, at) => (at - zero) % every === 0)
    .map((at) => ({ at: x(at), label: formatDelta(at, 2) }));
  return (
    <>
      <line
        x1={x(0)}
        x2={x(0)}
        y1={TOP_PX}
        y2={bottom}
        className="stroke-dim"
        strokeDasharray="3 3"
      />
      {rows.map((row, at) => {
        const y = TOP_PX + step * (at + 0.5);
        const [from, to] = row.verdict.interval ?? [row.delta, row.delta];
        return (
          <ChartMark
            key={`${at} ${row.name}`}
            title={`${row.name}: ${formatDelta(row.delta)} ${formatVerdictInterval(row.verdict)}, ${row.status.label}`}
            href={row.href}
            className={TONE_CLASSES[row.status.tone]}
          >
            <text
              x={left}
              y={y}
              dy="0.35em"
              textAnchor="end"
              className="fill-text stroke-none text-xs"
            >
              {fitText(row.name, (left - 4) * 0.92)}
            </text>
            <line x1={x(from)} x2={x(to)} y1={y} y2={y} strokeWidth={1.5} />
            <circle cx={x(row.delta)} cy={y} r={4.5} stroke="none" />
          </ChartMark>
        );
      })}
      <BottomAxis ticks={ticks} y={height - 4} />
    </>
  );
}

function describeChanges(rows: readonly ForestRow[]): string {
  const groups = Map.groupBy(rows, ({ status }) => status.label);
  const sentences = [...groups].map(([label, group]) => {
    const isChange = group[0]?.verdict.result !== 'no_change_found';
    const names = group.slice(0, 5).map(({ name, delta }) => `${name} ${formatDelta(delta)}`);
    return isChange
      ? `${group.length} ${label}: ${names.join(', ')}.`
      : `${group.length} ${label}.`;
  });
  return [`Change of ${formatMany(rows.length, 'scenario')}.`, ...sentences].join(' ');
}
