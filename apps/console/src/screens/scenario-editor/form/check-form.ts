import { CHECK_TYPES, type CheckType } from '@fairtrial/contracts/plain';
import { isFields, isSame, readRows, writeNumber, writeRows, type LabelRow } from './label-rows.ts';

const CALL_ORDERS = ['any', 'in_order', 'exact'] as const;
export type CallOrder = (typeof CALL_ORDERS)[number];

const FIELD_TYPES = ['string', 'number', 'boolean', 'array', 'object'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** A field that a JSON reply must have. */
export interface JsonField {
  readonly name: string;
  readonly type: FieldType;
}

export interface ExpectedCallForm {
  readonly name: string;
  readonly rows: readonly LabelRow[];
}

/** A check as it is edited. All fields are there for all types, so that another type can be chosen and taken back. */
export interface CheckForm {
  /** Identifies the check in its list while it is edited. */
  readonly key: number;
  /** The check that was read. It is written again if nothing was changed. */
  readonly source: unknown;
  /** `kept`: the form cannot show this check and does not change it. */
  readonly type: CheckType | 'kept';
  /** The text, the pattern or the number. */
  readonly value: string;
  readonly isCaseSensitive: boolean;
  /** Of `json_schema`. */
  readonly fields: readonly JsonField[];
  /** Of `tools`. */
  readonly calls: readonly ExpectedCallForm[];
  readonly order: CallOrder;
  /** Names of tools, separated by commas. */
  readonly forbidden: string;
  readonly maxCalls: string;
  readonly isOptional: boolean;
  readonly id: string;
}

const NEW_CHECK: Omit<CheckForm, 'key'> = {
  source: undefined,
  type: 'text',
  value: '',
  isCaseSensitive: false,
  fields: [],
  calls: [],
  order: 'any',
  forbidden: '',
  maxCalls: '',
  isOptional: false,
  id: '',
};

/** A sentence for the judge: the easiest check. */
export function newCheck(key: number): CheckForm {
  return { ...NEW_CHECK, key };
}

type Fields = Readonly<Record<string, unknown>>;

/** Set by the service in results, and ignored in requests. */
const IGNORED: ReadonlySet<string> = new Set([
  'passed',
  'detail',
  'verdict',
  'evidence',
  'reason',
  'calls',
  'calls_left_out',
]);

/** Reads a check. If writing the form would not give the same check, the check is kept as it is. */
export function readCheck(source: unknown, key: number): CheckForm {
  const kept: CheckForm = { ...NEW_CHECK, key, source, type: 'kept' };
  const fields = typeof source === 'string' ? { text: source } : source;
  if (!isFields(fields)) return kept;
  const type = CHECK_TYPES.find((one) => Object.hasOwn(fields, one));
  if (type === undefined) return kept;
  const form = { ...kept, type, ...readCommon(fields), ...readValue(fields, type) };
  return isSame(normalize(buildCheck(form)), normalize(fields)) ? form : kept;
}

function readCommon({ id, optional }: Fields): Pick<CheckForm, 'id' | 'isOptional'> {
  return { id: textOf(id), isOptional: optional === true };
}

function readValue(fields: Fields, type: CheckType): Partial<CheckForm> {
  if (type === 'tools') return readTools(fields);
  if (type === 'json_schema') return { fields: readSchema(fields[type]) };
  return { value: textOf(fields[type]), isCaseSensitive: fields['case_sensitive'] === true };
}

function readTools({ tools, order, forbidden, max_calls }: Fields): Partial<CheckForm> {
  return {
    calls: listOf(tools).map((call) => {
      const { name, arguments: rows } = isFields(call) ? call : { name: call };
      return { name: textOf(name), rows: readRows(rows) };
    }),
    order: CALL_ORDERS.find((one) => one === order) ?? 'any',
    forbidden: listOf(forbidden).map(textOf).join(', '),
    maxCalls: textOf(max_calls),
  };
}

function readSchema(schema: unknown): readonly JsonField[] {
  const properties = isFields(schema) && isFields(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).map(([name, property]) => {
    const type = isFields(property) ? property['type'] : undefined;
    return { name, type: FIELD_TYPES.find((one) => one === type) ?? 'string' };
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The check that a form describes. Parts of the check that was read and that the form does not show are kept. */
export function writeCheck(form: CheckForm): unknown {
  const { source, key } = form;
  if (form.type === 'kept') return source;
  const read = readCheck(source, key);
  if (read.type === form.type && isSame(buildCheck(read), buildCheck(form))) return source;
  const built = buildCheck(form);
  if (typeof source === 'string' && isSame(Object.keys(built), ['text'])) return built['text'];
  return { ...(read.type === form.type && ignoredOf(source)), ...built };
}

function ignoredOf(source: unknown): Fields {
  const entries = Object.entries(isFields(source) ? source : {});
  return Object.fromEntries(entries.filter(([name]) => IGNORED.has(name)));
}

function buildCheck(form: CheckForm): Fields {
  const { type, id, isOptional } = form;
  return {
    ...buildValue(form, type as CheckType),
    ...(id !== '' && { id }),
    ...(isOptional && { optional: true }),
  };
}

function buildValue(form: CheckForm, type: CheckType): Fields {
  if (type === 'tools') return buildTools(form);
  if (type === 'json_schema') return { json_schema: buildSchema(form.fields) };
  if (type === 'max_words' || type === 'latency_ms') return { [type]: writeNumber(form.value) };
  const hasCase = (type === 'contains' || type === 'not_contains') && form.isCaseSensitive;
  return { [type]: form.value, ...(hasCase && { case_sensitive: true }) };
}

function buildTools({ calls, order, forbidden, maxCalls }: CheckForm): Fields {
  const names = splitNames(forbidden);
  return {
    tools: calls.map(({ name, rows }) =>
      rows.length === 0 ? { name } : { name, arguments: writeRows(rows) },
    ),
    ...(order !== 'any' && { order }),
    ...(names.length > 0 && { forbidden: names }),
    ...(maxCalls.trim() !== '' && { max_calls: writeNumber(maxCalls) }),
  };
}

/** An empty schema accepts any JSON. */
function buildSchema(fields: readonly JsonField[]): Fields {
  if (fields.length === 0) return {};
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, type }) => [name, { type }])),
    required: fields.map(({ name }) => name),
  };
}

/** The texts between commas, without empty ones. */
export function splitNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Defaults of optional fields, which mean the same as no field. */
const DEFAULTS: Fields = { optional: false, case_sensitive: false, order: 'any', forbidden: [] };

/** The check without fields that mean nothing, so that checks can be compared. */
function normalize(check: Fields): Fields {
  const entries = Object.entries(check).filter(
    ([name, value]) => !IGNORED.has(name) && value !== null && !isSame(value, DEFAULTS[name]),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === 'tools' ? listOf(value).map(toCall) : value]),
  );
}

/** A call without the two short forms: a name alone, and arguments that match everything. */
function toCall(call: unknown): unknown {
  if (typeof call === 'string') return { name: call };
  if (!isFields(call)) return call;
  const { arguments: expected, ...rest } = call;
  const isAny = expected === undefined || expected === null || isSame(expected, {});
  return isAny ? rest : call;
}
