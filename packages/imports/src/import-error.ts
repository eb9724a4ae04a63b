/** A file that cannot be imported. The message names the file or the limit, and quotes nothing but names of fields. */
export class ImportError extends Error {
  readonly code: 'unreadable' | 'limit_exceeded';

  constructor(code: 'unreadable' | 'limit_exceeded', message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'ImportError';
    this.code = code;
  }
}

export function unreadable(message: string, cause?: unknown): ImportError {
  return new ImportError('unreadable', message, { cause });
}

export function limitExceeded(message: string): ImportError {
  return new ImportError('limit_exceeded', message);
}

/** Limits of one import: of what is read, and of what comes out. */
export const IMPORT_LIMITS = {
  scenarios: 10_000,
  /** Values of any type in all scenarios together. */
  values: 200_000,
  /** Characters of all scenarios together, as JSON. */
  characters: 16 * 1024 * 1024,
  /** Rows of CSV, lines of JSON Lines and items of a list. */
  rows: 200_000,
  columns: 1000,
  /** Cells of CSV and values of JSON in the file: each takes ten times its characters in memory. */
  cells: 500_000,
  /** Characters of YAML: its parser needs a hundred times as much memory. */
  yaml: 1_000_000,
  depth: 64,
  /** Fields that are listed as lost. */
  lost: 1000,
} as const;
