import type { ColumnUse } from '@fairtrial/contracts';
import type { InteractionJson, NamedConversation } from './conversations-to-batch.ts';
import { unreadable } from './import-error.ts';
import type { ImportLog } from './import-log.ts';
import type { Table } from './source-file.ts';

/** Usual names of columns, the preferred one first. */
export const COLUMN_NAMES: Readonly<Partial<Record<ColumnUse, readonly string[]>>> = {
  user_message: ['user_message', 'message', 'question', 'input', 'prompt', 'user', 'query'],
  reference_reply: [
    'reference_reply',
    'reference',
    'answer',
    'expected',
    'ideal',
    'expected_output',
    'output',
  ],
  scenario: ['scenario', 'scenario_id', 'conversation', 'conversation_id', 'dialog', 'session'],
  interaction_type: ['interaction_type', 'type'],
  id: ['id', 'interaction_id'],
  tags: ['tags', 'tag'],
};
const METADATA_COLUMN = /^(?:metadata|reference_metadata)[._](.+)$/i;
/** Uses that several columns can have. */
const SHARED: ReadonlySet<ColumnUse> = new Set(['tags', 'metadata', 'ignored']);
const MAX_EXAMPLE = 100;

export interface CsvColumn {
  readonly name: string;
  readonly use: ColumnUse;
  readonly example: string;
}

interface Column extends CsvColumn {
  readonly at: number;
}

type Row = readonly string[];

export interface CsvImport {
  readonly conversations: readonly NamedConversation[];
  readonly columns: readonly CsvColumn[];
}

/** Each row is a user message; the rows with the same scenario form one conversation. */
export function fromCsv(
  table: Table,
  chosen: Readonly<Record<string, ColumnUse>>,
  log: ImportLog,
): CsvImport {
  const columns = listColumns(table, chosen);
  loseColumns(table.rows, { columns, chosen, log });
  const at = (use: ColumnUse): number | undefined =>
    columns.find((column) => column.use === use)?.at;
  const [message, scenario] = [at('user_message'), at('scenario')];
  const asked = table.rows
    .map((row, index) => ({ row, no: index + 2 }))
    .filter(({ row }) => message !== undefined && (row[message] ?? '').trim() !== '');
  const empty = table.rows.length - asked.length;
  if (message === undefined) log.note('no column has the user messages: choose one');
  else if (empty > 0) log.lose('(rows)', 'rows without a user message are left out', empty);
  const groups = Map.groupBy(
    asked,
    ({ row, no }) => (scenario === undefined ? '' : row[scenario]) || no,
  );
  const conversations = [...groups].map(([group, members]): NamedConversation => {
    const rows = members.map(({ row }) => row);
    const first = rows[0] ?? [];
    const own = scenario === undefined ? (first[at('id') ?? -1] ?? '') : '';
    return {
      id: typeof group === 'string' ? group : own || undefined,
      position: `row-${group}`,
      system: undefined,
      interactions: rows.map((row) => toInteraction(row, columns, scenario !== undefined)),
      fields: readTags(rows, columns),
    };
  });
  return {
    conversations,
    columns: columns.map(({ name, use, example }) => ({ name, use, example })),
  };
}

function listColumns(
  { names, rows }: Table,
  chosen: Readonly<Record<string, ColumnUse>>,
): readonly Column[] {
  const unknown = Object.keys(chosen).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw unreadable(`there is no column ${unknown}; the columns are ${names.join(', ')}`);
  }
  const taken = new Set(Object.values(chosen));
  const detected = new Map(
    Object.entries(COLUMN_NAMES).flatMap(
      ([use, usual]): readonly (readonly [string, ColumnUse])[] => {
        if (taken.has(use as ColumnUse)) return [];
        const free = names.filter((name) => !Object.hasOwn(chosen, name));
        const found = usual.flatMap((one) => free.filter((name) => name.toLowerCase() === one))[0];
        return found === undefined ? [] : [[found, use as ColumnUse]];
      },
    ),
  );
  const columns = names.map((name, at): Column => {
    const usual = detected.get(name) ?? (METADATA_COLUMN.test(name) ? 'metadata' : 'ignored');
    const use = Object.hasOwn(chosen, name) ? (chosen[name] ?? usual) : usual;
    const example = rows.find((row) => (row[at] ?? '') !== '')?.[at] ?? '';
    return { name, use, example: example.slice(0, MAX_EXAMPLE), at };
  });
  refuseRepeated(columns);
  return columns;
}

function refuseRepeated(columns: readonly Column[]): void {
  for (const [use, same] of Map.groupBy(columns, (column) => column.use)) {
    if (SHARED.has(use) || same.length < 2) continue;
    const names = same.map(({ name }) => name).join(' and ');
    throw unreadable(`the columns ${names} have the use ${use}: only one column can have it`);
  }
}

interface Losing {
  readonly columns: readonly Column[];
  readonly chosen: Readonly<Record<string, ColumnUse>>;
  readonly log: ImportLog;
}

function loseColumns(rows: readonly Row[], { columns, chosen, log }: Losing): void {
  for (const { name, use, at } of columns) {
    const filled = rows.filter((row) => (row[at] ?? '') !== '').length;
    if (use !== 'ignored' || filled === 0) continue;
    const why = Object.hasOwn(chosen, name) ? 'ignored, as chosen' : 'the column has no use';
    log.lose(name, why, filled);
  }
}

function toInteraction(
  row: Row,
  columns: readonly Column[],
  hasScenario: boolean,
): InteractionJson {
  const cells = columns.flatMap(({ name, use, at }) => {
    const cell = row[at] ?? '';
    return cell === '' ? [] : [{ name, use, cell }];
  });
  const read = (use: ColumnUse): object => {
    const found = cells.find((one) => one.use === use);
    return found === undefined ? {} : { [use]: found.cell };
  };
  const metadata = cells
    .filter(({ use }) => use === 'metadata')
    .map(({ name, cell }) => [METADATA_COLUMN.exec(name)?.[1] ?? name, cell]);
  return {
    user_message: '',
    ...(hasScenario ? read('id') : {}),
    ...read('user_message'),
    ...read('reference_reply'),
    ...read('interaction_type'),
    ...(metadata.length > 0 ? { reference_metadata: Object.fromEntries(metadata) } : {}),
  };
}

/** Tags are separated by commas, semicolons or vertical lines. */
function readTags(
  rows: readonly Row[],
  columns: readonly Column[],
): Readonly<Record<string, unknown>> {
  const cells = columns
    .filter(({ use }) => use === 'tags')
    .flatMap(({ at }) => rows.map((row) => row[at] ?? ''));
  const tags = cells.flatMap((cell) => cell.split(/[,;|]/).map((one) => one.trim()));
  const unique = [...new Set(tags)].filter((one) => one !== '');
  return unique.length > 0 ? { tags: unique } : {};
}
