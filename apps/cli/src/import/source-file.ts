import { parse } from 'csv-parse/sync';

/** An input file in the format of another tool. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
  /** Reads a file by its path relative to this file; it must be in the same folder or below. */
  readonly readSibling: (path: string) => Promise<string>;
}

/**
 * Parses CSV into rows by column name. The delimiter is the most frequent of comma, semicolon and tab in the first
 * line.
 */
export function parseCsv(file: string, text: string): readonly Readonly<Record<string, string>>[] {
  try {
    return parse(text, {
      columns: (names: string[]) => names.map((name) => name.trim()),
      bom: true,
      skip_empty_lines: true,
      relax_column_count_less: true,
      delimiter: detectDelimiter(text),
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file}: ${why}`, { cause });
  }
}

function detectDelimiter(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    n: first.split(delimiter).length,
  }));
  return counted.toSorted((a, b) => b.n - a.n)[0]?.delimiter ?? ',';
}

interface Line {
  readonly line: number;
  readonly value: unknown;
}

/** The values of a JSON Lines file with their line numbers; empty lines are skipped. */
export function parseJsonLines(file: string, text: string): readonly Line[] {
  return text.split('\n').flatMap((raw, at) => {
    if (raw.trim() === '') return [];
    try {
      return [{ line: at + 1, value: JSON.parse(raw) as unknown }];
    } catch (cause) {
      throw new Error(`${file}, line ${at + 1}: is not JSON`, { cause });
    }
  });
}
