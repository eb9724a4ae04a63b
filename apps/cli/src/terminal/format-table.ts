import { fitText, widthOf } from './fit-text.ts';

export type Style = (text: string) => string;

export interface Cell {
  readonly text: string;
  readonly style?: Style | undefined;
}

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Gives way where the line is too long. */
  readonly isFlexible?: boolean;
}

interface TableOptions {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Columns of the terminal. */
  readonly width: number;
  readonly titleStyle: Style;
}

const GAP = '  ';
const NARROWEST = 8;

/** Rows under titles, in as many columns as the terminal has. Styles are put on after everything is measured. */
export function formatTable({ columns, rows, width, titleStyle }: TableOptions): string {
  const natural = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(row[at]?.text ?? ''))),
  );
  const gaps = GAP.length * (columns.length - 1);
  const excess = Math.max(0, natural.reduce((sum, one) => sum + one, 0) + gaps - width);
  const widths = natural.map((one, at) =>
    columns[at]?.isFlexible === true ? Math.max(Math.min(one, NARROWEST), one - excess) : one,
  );
  const line = (cells: readonly Cell[]): string =>
    cells
      .map(({ text, style = plain }, at) => {
        const fitted = fitText(text, widths[at] ?? 0, columns[at]?.align);
        return style(at === cells.length - 1 ? fitted.trimEnd() : fitted);
      })
      .join(GAP)
      .trimEnd();
  const titles = columns.map(({ title }) => ({ text: title, style: titleStyle }));
  return [titles, ...rows].map(line).join('\n');
}

function plain(text: string): string {
  return text;
}
