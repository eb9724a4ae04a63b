import type {
  ConvertedBatch,
  InteractionJson,
  ScenarioJson,
} from '../batch/conversations-to-batch.ts';
import { listLostFields } from './lost-fields.ts';
import { parseCsv, type SourceFile } from './source-file.ts';

/** Accepted names of each column, the preferred one first. */
const COLUMNS = {
  message: ['user_message', 'message', 'question', 'input', 'prompt', 'user', 'query'],
  reference: [
    'reference_reply',
    'reference',
    'answer',
    'expected',
    'ideal',
    'expected_output',
    'output',
  ],
  scenario: ['scenario', 'scenario_id', 'conversation', 'conversation_id', 'dialog', 'session'],
  type: ['interaction_type', 'type'],
  id: ['id', 'interaction_id'],
} as const;
const METADATA_COLUMN = /^(?:metadata|reference_metadata)[._](.+)$/i;

type Row = Readonly<Record<string, string>>;

/** Each row is a user message; the rows with the same scenario form one conversation. */
export function fromCsv({ file, text }: SourceFile): ConvertedBatch {
  const rows = parseCsv(file, text);
  const names = Object.keys(rows[0] ?? {});
  const column = (kind: keyof typeof COLUMNS): string | undefined =>
    COLUMNS[kind].flatMap((known) => names.filter((name) => name.toLowerCase() === known))[0];
  const message = column('message');
  if (message === undefined) {
    const known = COLUMNS.message.join(', ');
    throw new Error(`${file}: no column has the user messages; name one of the columns ${known}`);
  }
  const [reference, scenario, type, id] = [
    column('reference'),
    column('scenario'),
    column('type'),
    column('id'),
  ];
  const toInteraction = (row: Row): InteractionJson => {
    const metadata = readMetadata(row);
    return {
      ...field('id', row, id),
      user_message: row[message] ?? '',
      ...field('reference_reply', row, reference),
      ...field('interaction_type', row, type),
      ...(Object.keys(metadata).length > 0 ? { reference_metadata: metadata } : {}),
    };
  };
  const asked = rows
    .map((row, at) => ({ row, at }))
    .filter(({ row }) => (row[message] ?? '').trim() !== '');
  const groups = Map.groupBy(
    asked,
    ({ row, at }) => (scenario && row[scenario]) || `row-${at + 2}`,
  );
  const scenarios = [...groups].map(([name, members]): ScenarioJson => ({
    id: name,
    interactions: members.map(({ row }) => toInteraction(row)),
  }));
  const empty = rows.length - asked.length;
  const kept = new Set([message, reference, scenario, type, id]);
  const lost = listLostFields(rows, (name) => kept.has(name) || METADATA_COLUMN.test(name));
  return {
    scenarios,
    systemPrompt: undefined,
    notes: [...(empty > 0 ? [`${empty} rows without a message left out`] : []), ...lost],
  };
}

function field(name: string, row: Row, column: string | undefined): object {
  const value = column === undefined ? '' : (row[column] ?? '');
  return value === '' ? {} : { [name]: value };
}

function readMetadata(row: Row): Record<string, string> {
  const found = Object.entries(row).flatMap(([name, value]) => {
    const key = METADATA_COLUMN.exec(name)?.[1];
    return key === undefined || value === '' ? [] : [[key, value] as const];
  });
  return Object.fromEntries(found);
}
