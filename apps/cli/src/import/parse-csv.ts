import { parse } from 'csv-parse/sync';

/** The rows of a CSV by the names of its columns; commas, semicolons or tabs, whichever its first line has most of. */
export function parseCsv(file: string, text: string): readonly Readonly<Record<string, string>>[] {
  try {
    return parse(text, {
      columns: (names: string[]) => names.map((name) => name.trim()),
      bom: true,
      skip_empty_lines: true,
      relax_column_count_less: true,
      delimiter: delimiterOf(text),
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file}: ${why}`, { cause });
  }
}

function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const counted = [',', ';', '\t'].map((mark) => ({ mark, n: first.split(mark).length }));
  return counted.toSorted((a, b) => b.n - a.n)[0]?.mark ?? ',';
}
