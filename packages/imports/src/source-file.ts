import { findExcess } from '@fairtrial/contracts';
import { CsvError, parse } from 'csv-parse/sync';
import { IMPORT_LIMITS, limitExceeded, unreadable } from './import-error.ts';
import { parseYaml } from './parse-yaml.ts';

/** An input file in the format of another tool. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
  /**
   * Reads a file by its path relative to this file; it must be in the same folder or below. Absent if only this file
   * was sent.
   */
  readonly readSibling?: ((path: string) => Promise<string>) | undefined;
}

/** A value of a list or of JSON Lines. */
export interface Entry {
  /** The line or the position in the list, from 1. */
  readonly no: number;
  readonly value: unknown;
}

/** CSV: the names of the columns are unique and not empty. */
export interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type Content =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'lines'; readonly entries: readonly Entry[] }
  | { readonly kind: 'document'; readonly value: unknown };

/** Reads CSV, JSON Lines, JSON or YAML: whichever the content is; the name decides if it could be several. */
export function readContent(file: string, written: string): Content {
  const text = written.replace(/^\uFEFF/, '');
  const isTable = /\.(?:csv|tsv)$/i.test(file);
  if (/\.(?:jsonl|ndjson)$/i.test(file)) return parseJsonLines(file, text);
  if (/^\s*[[{]/.test(text)) {
    const whole = parseJson(text);
    if (whole !== undefined) return { kind: 'document', value: whole.value };
    const [first = ''] = text.trimStart().split('\n', 1);
    if (first.startsWith('{') && parseJson(first) !== undefined) return parseJsonLines(file, text);
  }
  if (isTable || (!/\.(?:ya?ml|json)$/i.test(file) && looksLikeTable(text))) {
    return { kind: 'table', table: parseCsv(file, text) };
  }
  if (text.length > IMPORT_LIMITS.yaml) {
    throw limitExceeded(
      `the file has more than ${IMPORT_LIMITS.yaml} characters of YAML: write it as JSON, or split it`,
    );
  }
  return { kind: 'document', value: parseYaml(file, text) };
}

/** True for a first line with a delimiter and without the colon of YAML. */
function looksLikeTable(text: string): boolean {
  const [first = ''] = text.split('\n', 1);
  return /[,;\t]/.test(first) && !/^[\s\w-]+:(?:\s|$)/.test(first);
}

/** `undefined` if the text is not JSON. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  refuseExcess(text, IMPORT_LIMITS.depth);
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Runs before a text is parsed, since the values need far more memory than the text. */
function refuseExcess(json: string, depth: number): void {
  const { cells } = IMPORT_LIMITS;
  const excess = findExcess(json, { depth, values: cells })?.limit;
  if (excess === 'depth') throw limitExceeded(`the file is nested deeper than ${depth} levels`);
  if (excess === 'values') {
    throw limitExceeded(`the file has more than ${cells} values: split it`);
  }
}

/** The values of a JSON Lines file with their line numbers; empty lines are skipped. */
function parseJsonLines(file: string, text: string): Content {
  refuseExcess(text, Infinity);
  const entries: Entry[] = [];
  let start = 0;
  for (let no = 1; start < text.length; no += 1) {
    const end = text.indexOf('\n', start);
    const raw = text.slice(start, end === -1 ? undefined : end);
    start = end === -1 ? text.length : end + 1;
    if (raw.trim() === '') continue;
    const parsed = parseJson(raw);
    if (parsed === undefined) throw unreadable(`${file}, line ${no}: is not JSON`);
    if (entries.length === IMPORT_LIMITS.rows) throw tooManyRows('lines');
    entries.push({ no, value: parsed.value });
  }
  return { kind: 'lines', entries };
}

function tooManyRows(what: string): Error {
  return limitExceeded(`the file has more than ${IMPORT_LIMITS.rows} ${what}: split it`);
}

/** Parses CSV. The delimiter is the most frequent of comma, semicolon and tab in the first line. */
export function parseCsv(file: string, text: string): Table {
  const delimiter = detectDelimiter(text);
  refuseLargeTable(text, delimiter);
  const [head = [], ...rows] = parseRecords(file, text, delimiter);
  if (rows.length > IMPORT_LIMITS.rows) throw tooManyRows('rows');
  const width = rows.reduce((most, { length }) => Math.max(most, length), head.length);
  if (width > IMPORT_LIMITS.columns) {
    throw limitExceeded(`the file has more than ${IMPORT_LIMITS.columns} columns: remove some`);
  }
  return { names: nameColumns(head, width), rows };
}

/** Counts the cells before they are parsed. Quoted delimiters and line ends count, too: few files have that many. */
function refuseLargeTable(text: string, delimiter: string): void {
  let cells = 0;
  for (const mark of [delimiter, '\n']) {
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) cells += 1;
  }
  if (cells > IMPORT_LIMITS.cells) {
    throw limitExceeded(`the file has more than ${IMPORT_LIMITS.cells} cells: split it`);
  }
}

function parseRecords(file: string, text: string, delimiter: string): readonly string[][] {
  try {
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter,
      to: IMPORT_LIMITS.rows + 2,
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line = Number(cause['lines'] ?? 0);
    const why = CSV_REASONS[cause.code] ?? 'this is not CSV: check quotes and delimiters';
    throw unreadable(`${file}${line > 0 ? `, line ${line}` : ''}: ${why}`, cause);
  }
}

/** Replaces the parser's messages, which quote the file. */
const CSV_REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  INVALID_OPENING_QUOTE: 'a quote is inside a cell: put the cell in quotes, and double each inside',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote: double the quotes inside a cell',
};

/** Gives columns without a name their number, and repeated names a number of their own. */
function nameColumns(head: readonly string[], width: number): readonly string[] {
  const names: string[] = [];
  const taken = new Set<string>();
  for (let at = 0; at < width; at += 1) {
    const name = head[at]?.trim() || `column ${at + 1}`;
    let unique = name;
    for (let no = 2; taken.has(unique); no += 1) unique = `${name} (${no})`;
    taken.add(unique);
    names.push(unique);
  }
  return names;
}

function detectDelimiter(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const unquoted = first.replaceAll(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    n: unquoted.split(delimiter).length,
  }));
  return counted.toSorted((a, b) => b.n - a.n)[0]?.delimiter ?? ',';
}
