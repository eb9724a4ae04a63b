import { toStorable, type Metadata } from '@assay/contracts';
import {
  CASE_ID,
  read,
  unreadable,
  type Form,
  type FormField,
  type Reading,
} from '../structured-output/output-schema.ts';
import { parseObject } from '../structured-output/parse-object.ts';
import { OTHER, type LabelKind, type LabelKinds } from './collect-labels.ts';

const TASK = `Annotate what an assistant replied (block "reply") to the last message of a user (block "message"; blocks "earlier-…" are the conversation before it). The annotations describe the reply, not the message. Choose among the values given; "${OTHER}" where none of them fits.`;

/** What every endpoint takes as the name of a field. */
const PLAIN = /^[a-zA-Z0-9_-]{1,64}$/;

const MAX_TEXT_LENGTH = 1000;

/** One field for each key that can be asked for. */
export function labelSchema(kinds: LabelKinds): Form<Metadata> {
  const asked = [...kinds].map(([key, kind], index) => ({ key, kind, field: fieldOf(key, index) }));

  function readAll(fields: Readonly<Record<string, unknown>>): Reading<Metadata> {
    const given = asked.map(({ key, kind, field }): [string, unknown] => [
      key,
      Object.hasOwn(fields, field) ? fit(kind, fields[field]) : undefined,
    ]);
    const index = given.findIndex(([, value]) => value === undefined);
    if (index === -1) return read(Object.fromEntries(given));
    return unreadable(`its ${asked[index]?.field} is missing or none of the allowed values`);
  }

  const fields = Object.fromEntries(
    asked.map(({ key, kind, field }) => [field, schema(key, kind)]),
  );
  return {
    name: 'annotations',
    task: TASK,
    fields,
    lastLine: `a JSON object on the same line with these fields: ${JSON.stringify(fields)}`,
    read: readAll,
    readLine(line) {
      const said = parseObject(line);
      return said === undefined ? unreadable('its last line has no JSON object') : readAll(said);
    },
  };
}

function fieldOf(key: string, index: number): string {
  const isOurs = key === CASE_ID || /^field_\d+$/.test(key);
  return PLAIN.test(key) && !isOurs ? key : `field_${index + 1}`;
}

function schema(key: string, kind: LabelKind): FormField {
  const description = `the reply's ${JSON.stringify(key)}`;
  if (kind.type === 'label') return { type: 'string', enum: kind.values, description };
  if (kind.type === 'labels') {
    return { type: 'array', items: { type: 'string', enum: kind.values }, description };
  }
  return { type: kind.type === 'text' ? 'string' : kind.type, description };
}

/** The value where it is allowed. */
function fit(kind: LabelKind, value: unknown): unknown {
  if (kind.type === 'label') return kind.values.find((label) => label === value);
  if (kind.type === 'labels') return fitAll(kind.values, value);
  if (kind.type === 'text') {
    return typeof value === 'string' ? toStorable(value.slice(0, MAX_TEXT_LENGTH)).text : undefined;
  }
  return typeof value === kind.type ? value : undefined;
}

function fitAll(allowed: readonly string[], value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const known: readonly unknown[] = allowed;
  return value.every((item) => known.includes(item)) ? [...new Set<string>(value)] : undefined;
}
