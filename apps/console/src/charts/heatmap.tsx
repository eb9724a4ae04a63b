import { formatScore, formatShortScore, VERDICT_LABELS, type Tone } from '@assay/format';
import type { ReactNode } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import { fitText } from './fit-text.ts';

export interface HeatmapRow {
  readonly name: string;
  /** One for each column. */
  readonly cells: readonly (HeatmapCell | null)[];
}

export interface HeatmapCell {
  readonly mean: number;
  /** A change from the column before that is beyond noise. */
  readonly change?: 'regressed' | 'improved' | undefined;
}

interface HeatmapProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly HeatmapRow[];
}

const ROW_PX = 26;
const HEAD_PX = 20;
const COLUMN_PX = 64;

/** Scenario by run: the number in each cell, a box around changes beyond noise. */
export function Heatmap({ title, columns, rows }: HeatmapProps): ReactNode {
  return (
    <ChartFrame
      title={title}
      sentence={describeHeatmap(columns, rows)}
      height={HEAD_PX + ROW_PX * Math.max(1, rows.length)}
      table={{
        columns: ['Scenario', ...columns],
        rows: rows.map(({ name, cells }) => [
          name,
          ...cells.map((cell) => formatScore(cell?.mean, 2)),
        ]),
      }}
    >
      {(width) => {
        // Names get the width that few columns leave.
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
                    cell && <Cell key={column} cell={cell} x={left + size * column} width={size} />,
                )}
              </g>
            ))}
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
  plain: 'stroke-none',
};

/** Four shades by score: more could not be told apart. The text keeps its contrast on all of them. */
function Cell({ cell: { mean, change }, x, width }: CellProps): ReactNode {
  const step = Math.min(3, Math.max(0, Math.floor((mean - 0.5) * 8)));
  const fill =
    mean < 0.5
      ? 'fill-bad/20'
      : ['fill-accent/8', 'fill-accent/14', 'fill-accent/20', 'fill-accent/26'][step];
  return (
    <>
      <rect
        x={x + 1.5}
        y={1.5}
        width={Math.max(1, width - 3)}
        height={ROW_PX - 3}
        rx={3}
        strokeWidth={2}
        className={`${fill} ${TONE_CLASSES[change ? VERDICT_LABELS[change].tone : 'plain']}`}
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

function describeHeatmap(columns: readonly string[], rows: readonly HeatmapRow[]): string {
  const boxed = rows.flatMap(({ name, cells }) =>
    cells.flatMap((cell, at) =>
      cell?.change ? [`${name} ${VERDICT_LABELS[cell.change].label} in ${columns[at]}`] : [],
    ),
  );
  const changes =
    boxed.length === 0
      ? 'No change is beyond noise.'
      : `Beyond noise: ${boxed.slice(0, 6).join(', ')}.`;
  return `Mean scores of ${rows.length} scenarios in ${columns.length} runs. ${changes}`;
}
