import { formatScore, formatShortScore, type StatusLabel, type Tone } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import { ChartMark } from './chart-mark.tsx';
import { fitText } from './fit-text.ts';

export interface HeatmapRow {
  readonly name: string;
  /** One per column. */
  readonly cells: readonly (HeatmapCell | null)[];
}

export interface HeatmapCell {
  readonly mean: number;
  /** The verdict that found a change here; the cell gets a box in its colour. */
  readonly change?: StatusLabel | undefined;
  /** Link to the run, or to the replies of the scenario in the run. */
  readonly href?: string | undefined;
}

interface HeatmapProps {
  readonly title: string;
  /** Meaning of a box: `changed against the baseline`. */
  readonly boxed: string;
  readonly columns: readonly string[];
  readonly rows: readonly HeatmapRow[];
}

const ROW_PX = 26;
const HEAD_PX = 20;
const COLUMN_PX = 64;
const LEGEND_PX = 26;

/** Charts next to a heatmap have the same height. */
export function heatmapHeight(rows: number): number {
  return HEAD_PX + ROW_PX * Math.max(1, rows) + LEGEND_PX;
}

/** Scenarios by run: a number and a shade in each cell, a box around changes that a verdict found. */
export function Heatmap({ title, boxed, columns, rows }: HeatmapProps): ReactNode {
  const height = heatmapHeight(rows.length);
  return (
    <ChartFrame
      title={`${title} (boxed: ${boxed})`}
      sentence={describeHeatmap({ boxed, columns, rows })}
      height={height}
      table={{
        columns: ['Scenario', ...columns],
        rows: rows.map(({ name, cells }) => [
          name,
          ...cells.map((cell) => formatScore(cell?.mean, 2)),
        ]),
        links: rows.map(({ cells }) => cells.at(-1)?.href),
      }}
    >
      {(width) => {
        // Names take the width that the columns leave.
        const left = Math.min(170, Math.max(width * 0.3, width - columns.length * COLUMN_PX));
        const size = (width - left) / Math.max(1, columns.length);
        return (
          <>
            <g className="fill-dim text-[11px]">
              {columns.map((column, at) => (
                <text key={at} x={left + size * (at + 0.5)} y={13} textAnchor="middle">
                  {fitText(column, size)}
                </text>
              ))}
            </g>
            {rows.map((row, at) => (
              <g key={at} transform={`translate(0 ${HEAD_PX + ROW_PX * at})`}>
                {/* Clips a name that is wider than estimated. */}
                <svg width={left - 6} height={ROW_PX}>
                  <text y={ROW_PX / 2} dy="0.35em" className="fill-text text-[13px]">
                    {fitText(row.name, (left - 8) * 0.92)}
                  </text>
                </svg>
                {row.cells.map(
                  (cell, column) =>
                    cell && (
                      <ChartMark
                        key={column}
                        title={describeCell(row.name, columns[column] ?? '', cell)}
                        href={cell.href}
                      >
                        <Cell cell={cell} x={left + size * column} width={size} />
                      </ChartMark>
                    ),
                )}
              </g>
            ))}
            <Legend width={width} y={height - LEGEND_PX + 8} />
          </>
        );
      }}
    </ChartFrame>
  );
}

interface CellProps {
  readonly cell: HeatmapCell;
  readonly x: number;
  readonly width: number;
}

const TONE_CLASSES: Readonly<Record<Tone, string>> = {
  ok: 'stroke-ok',
  bad: 'stroke-bad',
  warn: 'stroke-warn',
  plain: 'stroke-text',
};

/** Shade by minimum score. The steps are large enough to tell .79 from .99; text keeps its contrast on all shades. */
const SHADES = [
  { from: 0, fill: 'fill-accent/4' },
  { from: 0.5, fill: 'fill-accent/12' },
  { from: 0.7, fill: 'fill-accent/20' },
  { from: 0.8, fill: 'fill-accent/29' },
  { from: 0.9, fill: 'fill-accent/38' },
  { from: 0.95, fill: 'fill-accent/48' },
] as const;

function shadeOf(mean: number): string {
  return (SHADES.findLast(({ from }) => mean >= from) ?? SHADES[0]).fill;
}

function Cell({ cell: { mean, change }, x, width }: CellProps): ReactNode {
  const stroke = change ? TONE_CLASSES[change.tone] : 'stroke-none';
  return (
    <>
      <rect
        x={x + 1.5}
        y={1.5}
        width={Math.max(1, width - 3)}
        height={ROW_PX - 3}
        rx={3}
        strokeWidth={2}
        className={`${shadeOf(mean)} ${stroke}`}
      />
      {width > 26 && (
        <text
          x={x + width / 2}
          y={ROW_PX / 2}
          dy="0.35em"
          textAnchor="middle"
          className="fill-text text-xs"
        >
          {formatShortScore(mean)}
        </text>
      )}
    </>
  );
}

/** The shades with their minimum scores. */
function Legend({ width, y }: { readonly width: number; readonly y: number }): ReactNode {
  const size = Math.min(48, width / SHADES.length);
  const left = width - size * SHADES.length;
  return (
    <g className="text-[11px]">
      {SHADES.map(({ from, fill }, at) => (
        <g key={from}>
          <rect
            x={left + size * at}
            y={y}
            width={size}
            height={16}
            className={`${fill} stroke-line`}
          />
          <text x={left + size * (at + 0.5)} y={y + 12} textAnchor="middle" className="fill-text">
            {at === 0 ? `< ${formatShortScore(SHADES[1].from)}` : `${formatShortScore(from)}+`}
          </text>
        </g>
      ))}
    </g>
  );
}

function describeCell(name: string, column: string, { mean, change }: HeatmapCell): string {
  return `${name}, ${column}: ${formatScore(mean)}${change ? `, ${change.label}` : ''}`;
}

function describeHeatmap({ boxed, columns, rows }: Omit<HeatmapProps, 'title'>): string {
  const changes = rows.flatMap(({ name, cells }) =>
    cells.flatMap((cell, at) =>
      cell?.change ? [`${name} ${cell.change.label} in ${columns[at]}`] : [],
    ),
  );
  const said = changes.length === 0 ? 'none' : changes.slice(0, 6).join(', ');
  return `Mean scores of ${rows.length} scenarios in ${columns.length} runs. Boxed, ${boxed}: ${said}.`;
}
