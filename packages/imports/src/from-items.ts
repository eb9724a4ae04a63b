import { chatToConversation } from './chat-to-conversation.ts';
import type { Conversation, NamedConversation } from './conversations-to-batch.ts';
import { isEmpty, type ImportLog } from './import-log.ts';
import { hasFields, readMessages, readReference, type Fields } from './item-values.ts';
import type { Content, Entry, Table } from './source-file.ts';

/** The fields of an item, the preferred name first. */
interface ItemShape {
  readonly input: readonly string[];
  readonly output: readonly string[];
  /** Fields of the item that are kept in the interaction as they are. */
  readonly kept: readonly string[];
  readonly reasons: Readonly<Record<string, string>>;
}

const TOOL = 'it belongs to the tool that the file comes from';
const TRACE = 'it refers to a trace of the tool that the file comes from';
const OF_TOOL = {
  createdAt: TOOL,
  updatedAt: TOOL,
  created_at: TOOL,
  updated_at: TOOL,
  modified_at: TOOL,
  datasetId: TOOL,
  dataset_id: TOOL,
  datasetName: TOOL,
  dataset_name: TOOL,
  projectId: TOOL,
  project_id: TOOL,
  sourceTraceId: TRACE,
  source_trace_id: TRACE,
  sourceObservationId: TRACE,
  source_observation_id: TRACE,
  source_run_id: TRACE,
  validFrom: TOOL,
  htmlSourcePath: TRACE,
  attachments: 'only text is read',
  attachment_urls: 'only text is read',
};

const MESSAGE = ['messages', 'user_message', 'question', 'query', 'input', 'message', 'prompt'];
const ANSWER = [
  'reference_reply',
  'reference',
  'answer',
  'completion',
  'ideal',
  'expected',
  'expected_output',
  'output',
  'response',
  'reply',
];
const OWN = ['reference_metadata', 'interaction_type', 'checks'];

const SHAPES = {
  'openai-evals': {
    input: ['input', ...MESSAGE],
    output: ['ideal', ...ANSWER],
    kept: [],
    reasons: {},
  },
  langfuse: {
    input: ['input'],
    output: ['expectedOutput', 'expected_output'],
    kept: [],
    reasons: OF_TOOL,
  },
  langsmith: { input: ['inputs'], output: ['outputs'], kept: [], reasons: OF_TOOL },
  jsonl: { input: MESSAGE, output: ANSWER, kept: OWN, reasons: OF_TOOL },
} as const satisfies Readonly<Record<string, ItemShape>>;

/** A list of items, each with an input and an expected output. */
export function fromItems(
  format: keyof typeof SHAPES,
  content: Content,
  log: ImportLog,
): readonly NamedConversation[] {
  const shape: ItemShape = SHAPES[format];
  return listEntries(content, shape, log).flatMap(({ no, value }) => {
    const item = unwrap(value, log);
    if (!hasFields(item)) {
      log.lose('(items)', 'an item must be an object');
      return [];
    }
    if (format === 'langfuse' && item['status'] === 'ARCHIVED') {
      log.lose('(archived items)', 'archived items are left out');
      return [];
    }
    const where = content.kind === 'lines' ? 'line' : 'item';
    return readItem(item, { shape, log, position: `${where}-${no}` }) ?? [];
  });
}

/** Data of the Evals API has each row in `item`. */
function unwrap(value: unknown, log: ImportLog): unknown {
  if (!hasFields(value) || !hasFields(value['item'])) return value;
  log.loseOthers(value, { known: ['item'], why: 'only item is read' });
  return value['item'];
}

const LISTS = ['data', 'items', 'examples', 'rows'];

/** The items of JSON Lines, of CSV, of a list, or of the first list in an object. */
function listEntries(content: Content, shape: ItemShape, log: ImportLog): readonly Entry[] {
  if (content.kind === 'lines') return content.entries;
  if (content.kind === 'table') return toEntries(readRows(content.table, shape));
  const { value } = content;
  if (Array.isArray(value)) return toEntries(value);
  if (!hasFields(value)) return toEntries([value]);
  const name = LISTS.find((one) => Array.isArray(value[one]));
  if (name === undefined) return toEntries([value]);
  log.loseOthers(value, { known: [name], why: `only ${name} is read` });
  return toEntries([value[name]].flat());
}

function toEntries(values: readonly unknown[]): readonly Entry[] {
  return values.map((value, at) => ({ no: at + 1, value }));
}

/** Cells with JSON are parsed. `inputs.question` and `input_question` are fields of `inputs`. */
function readRows({ names, rows }: Table, shape: ItemShape): readonly Fields[] {
  return rows.map((cells) => {
    const row: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) {
      const cell = cells[at] ?? '';
      if (cell === '') continue;
      const [, group = '', field = ''] = /^(inputs?|outputs?|metadata)[._](.+)$/.exec(name) ?? [];
      const parent = { input: 'inputs', output: 'outputs' }[group] ?? group;
      const isNested = field !== '' && [...shape.input, 'outputs', 'metadata'].includes(parent);
      if (!isNested) row[name] = parseCell(cell);
      else {
        const inner = hasFields(row[parent]) ? row[parent] : {};
        row[parent] = { ...inner, [field]: parseCell(cell) };
      }
    }
    return row;
  });
}

function parseCell(cell: string): unknown {
  if (!/^\s*[[{"]/.test(cell)) return cell;
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return cell;
  }
}

interface Reading {
  readonly shape: ItemShape;
  readonly log: ImportLog;
  /** The id if the item has none. */
  readonly position: string;
}

const COMMON = ['id', 'name', 'description', 'tags', 'metadata', 'split'];

function readItem(item: Fields, reading: Reading): NamedConversation | undefined {
  const { shape, log, position } = reading;
  const input = shape.input.find((name) => !isEmpty(item[name]));
  const output = shape.output.find((name) => !isEmpty(item[name]));
  const chat = input === undefined ? undefined : readInput(item[input], input, log);
  const last = chat?.interactions.at(-1);
  if (input === undefined || chat === undefined || last === undefined) {
    log.lose('(items)', `no user message was found in ${[...new Set(shape.input)].join(', ')}`);
    return undefined;
  }
  const isActive = item['status'] === 'ACTIVE';
  const known = [input, output ?? input, ...shape.kept, ...COMMON, ...(isActive ? ['status'] : [])];
  log.loseOthers(item, { known, reasons: shape.reasons, why: 'a scenario has no such field' });
  const expected = output === undefined ? {} : readReference(item[output], output, log);
  if (last.reference_reply !== undefined && 'reference_reply' in expected) {
    log.lose('messages (assistant)', `the reference is ${output}`);
  }
  const kept = shape.kept.flatMap((name) => (isEmpty(item[name]) ? [] : [[name, item[name]]]));
  const asked = { ...last, ...expected, ...Object.fromEntries(kept) };
  return {
    ...readNames(item, log),
    position,
    system: chat.system,
    interactions: [...chat.interactions.slice(0, -1), asked],
    fields: readFields(item, log),
  };
}

function readNames(item: Fields, log: ImportLog): Pick<NamedConversation, 'id' | 'name'> {
  for (const field of ['id', 'name', 'description']) {
    if (!isEmpty(item[field]) && !isName(item[field])) log.lose(field, 'it must be a text');
  }
  const { id, name } = item;
  return {
    id: isName(id) ? String(id) : undefined,
    ...(isName(name) ? { name: String(name) } : {}),
  };
}

function isName(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Fields of the scenario: its description, tags and metadata. Splits are tags too. */
function readFields(item: Fields, log: ImportLog): Fields {
  const { description, metadata, tags, split } = item;
  const { dataset_split: splits, ...rest } = hasFields(metadata) ? metadata : {};
  const labels = [tags, split, splits].flat().filter((one) => !isEmpty(one));
  const texts = labels.filter((one) => typeof one === 'string');
  if (texts.length < labels.length) log.lose('tags', 'a tag must be a text');
  const kept = hasFields(metadata) ? rest : metadata;
  const hasMetadata = hasFields(kept) ? Object.keys(kept).length > 0 : !isEmpty(kept);
  return {
    ...(isName(description) ? { description: String(description) } : {}),
    ...(texts.length > 0 ? { tags: [...new Set(texts)] } : {}),
    ...(hasMetadata ? { metadata: kept } : {}),
  };
}

/** Messages, a text, or an object with one of them. */
function readInput(value: unknown, path: string, log: ImportLog): Conversation | undefined {
  const found = readMessages(value, path, log);
  if (found === undefined) return undefined;
  return typeof found === 'string'
    ? { system: undefined, interactions: [{ user_message: found }] }
    : chatToConversation(found, log);
}
