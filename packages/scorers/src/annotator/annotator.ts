import { toStorable, type Metadata } from '@fairtrial/contracts';
import type { ChatMessage } from '@fairtrial/models';
import { objectSchema } from '../structured-output/object-schema.ts';
import {
  CASE_ID,
  unreadable,
  type OutputField,
  type OutputSchema,
  type ParsedOutput,
} from '../structured-output/strategies.ts';
import {
  conversationParts,
  createAsk,
  noCallStats,
  type Answered,
  type Ask,
  type Question,
  type StructuredPromptOptions,
} from '../structured-output/structured-prompt.ts';
import { OTHER, type LabelKind, type LabelKinds } from './label-kinds.ts';

export interface AnnotatorQuestion extends Question {
  /** The messages before the user's last one. */
  readonly conversation: readonly ChatMessage[];
  readonly userMessage: string;
  readonly reply: string;
  /** The allowed annotations: `collectLabelKinds` of the batch's expected metadata. */
  readonly labels: LabelKinds;
}

/** Every requested key, with an allowed value. */
export type Annotation = Answered<
  'annotated',
  'annotation_failed',
  { readonly metadata: Metadata }
>;

export type Annotator = Ask<AnnotatorQuestion, Annotation>;

/**
 * Labels replies with a model. The model never sees the reference, because it would only repeat the reference's labels.
 */
export function createAnnotator(options: StructuredPromptOptions): Annotator {
  const ask = createAsk(options, {
    states: ['annotated', 'annotation_failed'],
    write: (question: AnnotatorQuestion) => ({
      schema: labelSchema(question.labels),
      parts: [...conversationParts(question), { name: 'reply', text: question.reply }],
    }),
    read: (metadata) => ({ metadata }),
  });
  return async (question, signal) =>
    question.labels.size === 0
      ? { state: 'annotated', metadata: {}, ...noCallStats(options) }
      : ask(question, signal);
}

const TASK = `Annotate what an assistant replied (block "reply") to the last message of a user (block "message"; blocks "earlier-…" are the conversation before it). The annotations describe the reply, not the message. Choose among the values given; "${OTHER}" where none of them fits.`;

/** Names that every endpoint accepts. */
const PLAIN_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

const MAX_TEXT_LENGTH = 1000;

/** Builds the output schema of an annotation, with one field per key. */
export function labelSchema(kinds: LabelKinds): OutputSchema<Metadata> {
  const entries = [...kinds].map(([key, kind], index) => ({
    key,
    kind,
    field: fieldName(key, index),
  }));

  function parseAll(fields: Readonly<Record<string, unknown>>): ParsedOutput<Metadata> {
    const given = entries.map(({ key, kind, field }): [string, unknown] => [
      key,
      Object.hasOwn(fields, field) ? allowedValue(kind, fields[field]) : undefined,
    ]);
    const index = given.findIndex(([, value]) => value === undefined);
    if (index === -1) return { state: 'parsed', value: Object.fromEntries(given) };
    return unreadable(`its ${entries[index]?.field} is missing or none of the allowed values`);
  }

  const fields = Object.fromEntries(
    entries.map(({ key, kind, field }) => [field, toField(key, kind)]),
  );
  return objectSchema({ name: 'annotations', task: TASK, fields, parse: parseAll });
}

function fieldName(key: string, index: number): string {
  const isReserved = key === CASE_ID || /^field_\d+$/.test(key);
  return PLAIN_NAME.test(key) && !isReserved ? key : `field_${index + 1}`;
}

function toField(key: string, kind: LabelKind): OutputField {
  const description = `the reply's ${JSON.stringify(key)}`;
  if (kind.type === 'label') return { type: 'string', enum: kind.values, description };
  if (kind.type === 'labels') {
    return { type: 'array', items: { type: 'string', enum: kind.values }, description };
  }
  return { type: kind.type === 'text' ? 'string' : kind.type, description };
}

/** Returns the value if it is allowed, otherwise `undefined`. */
function allowedValue(kind: LabelKind, value: unknown): unknown {
  if (kind.type === 'label') return kind.values.find((label) => label === value);
  if (kind.type === 'labels') return allowedLabels(kind.values, value);
  if (kind.type === 'text') {
    return typeof value === 'string' ? toStorable(value.slice(0, MAX_TEXT_LENGTH)).text : undefined;
  }
  return typeof value === kind.type ? value : undefined;
}

function allowedLabels(allowed: readonly string[], value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const known: readonly unknown[] = allowed;
  return value.every((item) => known.includes(item)) ? [...new Set<string>(value)] : undefined;
}
