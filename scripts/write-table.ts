/**
 * Returns a Markdown table laid out as the formatter would, so that it leaves the file unchanged. The first row is the
 * header.
 */
export function writeTable(rows: readonly (readonly string[])[], numberColumn?: number): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, at) => {
      const width = widths[at] ?? 0;
      return at === numberColumn ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(' | ')} |\n`;
  };
  const rule = widths.map((width, at) =>
    at === numberColumn ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [head, rule, ...body].map(line).join('');
}
