import type { Tone } from '@fairtrial/format';
import type { Colors } from './open-terminal.ts';
import { padText, textWidth } from './text-layout.ts';

export type Style = (text: string) => string;

export interface Cell {
  readonly text: string;
  readonly style?: Style | undefined;
}

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Truncated if the line is too long. */
  readonly isFlexible?: boolean;
}

interface TableOptions {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** In columns of the terminal. */
  readonly width: number;
  readonly titleStyle: Style;
}

const GAP = '  ';
const MIN_FLEXIBLE_WIDTH = 8;

/** Formats rows below titles, at most as wide as the terminal. Styles are applied after the widths are measured. */
export function formatTable({ columns, rows, width, titleStyle }: TableOptions): string {
  const natural = columns.map(({ title }, at) =>
    Math.max(textWidth(title), ...rows.map((row) => textWidth(row[at]?.text ?? ''))),
  );
  const gaps = GAP.length * (columns.length - 1);
  const widths = fitWidths(natural, columns, width - gaps);
  const line = (cells: readonly Cell[]): string =>
    cells
      .map(({ text, style = plain }, at) => {
        const fitted = padText(text, widths[at] ?? 0, columns[at]?.align);
        if (text === '') return fitted;
        return style(at === cells.length - 1 ? fitted.trimEnd() : fitted);
      })
      .join(GAP)
      .trimEnd();
  const titles = columns.map(({ title }) => ({ text: title, style: titleStyle }));
  return [titles, ...rows].map(line).join('\n');
}

/** Shrinks the widest flexible columns until the table fits. */
function fitWidths(
  natural: readonly number[],
  columns: readonly Column[],
  room: number,
): readonly number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, one) => sum + one, 0) - room;
  for (; excess > 0; excess -= 1) {
    const most = Math.max(...widths.filter((_, at) => columns[at]?.isFlexible === true));
    if (most <= MIN_FLEXIBLE_WIDTH) break;
    const at = widths.findIndex(
      (one, index) => one === most && columns[index]?.isFlexible === true,
    );
    widths[at] = most - 1;
  }
  return widths;
}

function plain(text: string): string {
  return text;
}

const COLORS = { ok: 'green', bad: 'red', warn: 'yellow', plain: 'dim' } as const;

export function toneStyle(tone: Tone, colors: Colors): Style {
  return colors[COLORS[tone]];
}
