import { sortKeys } from '@fairtrial/contracts/plain';

/** The value of a row as it is edited. `kept`: a list or an object, which the form shows but does not change. */
export type RowKind = 'text' | 'number' | 'yes_no' | 'kept';

/** A name and a value: an expected label, or an argument of a tool call. */
export interface LabelRow {
  readonly name: string;
  readonly kind: RowKind;
  /** What is typed; `yes` or `no`; JSON if the value is kept. */
  readonly text: string;
  /** The value that was read. It is written again if the text is the same. */
  readonly source?: unknown;
}

export const NEW_ROW: LabelRow = { name: '', kind: 'text', text: '' };

export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object as rows; none if it is not an object. */
export function readRows(fields: unknown): readonly LabelRow[] {
  if (!isFields(fields)) return [];
  return Object.entries(fields).map(([name, value]) => ({
    name,
    source: value,
    ...readValue(value),
  }));
}

function readValue(value: unknown): Pick<LabelRow, 'kind' | 'text'> {
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (typeof value === 'boolean') return { kind: 'yes_no', text: value ? 'yes' : 'no' };
  return { kind: 'kept', text: JSON.stringify(value, undefined, 2) };
}

export function writeRows(rows: readonly LabelRow[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(rows.map((row) => [row.name, writeValue(row)]));
}

function writeValue({ kind, text, source }: LabelRow): unknown {
  const read = readValue(source);
  if (source !== undefined && read.kind === kind && read.text === text) return source;
  if (kind === 'yes_no') return text === 'yes';
  return kind === 'number' ? writeNumber(text) : text;
}

/** A number; a text that is none stays a text, so that it can be corrected. */
export function writeNumber(text: string): number | string {
  return isNumber(text) ? Number(text) : text;
}

export function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** Another kind of value for a row. The text is kept where it can be. */
export function changeKind(row: LabelRow, kind: RowKind): LabelRow {
  if (kind === 'yes_no') return { ...row, kind, text: row.text === 'no' ? 'no' : 'yes' };
  return { ...row, kind };
}

/** What is wrong with each row, by its position. */
export function findRowFaults(
  rows: readonly LabelRow[],
  maxRows: number,
): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  const seen = new Set<string>();
  for (const [at, { name, kind, text }] of rows.entries()) {
    if (kind === 'number' && !isNumber(text))
      faults.set(at, 'Write a number, for example 12 or 0.5.');
    if (name === '') faults.set(at, 'Write a name, or remove the row.');
    else if (seen.has(name))
      faults.set(at, `There is another row called ${name}. Rename one of them.`);
    if (at >= maxRows) faults.set(at, `Remove this row: there can be at most ${maxRows}.`);
    seen.add(name);
  }
  return faults;
}

/** True if two JSON values are equal, whatever the order of their keys. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));
}
