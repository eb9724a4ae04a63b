/** An event of a streamed response, without its number. */
export interface ResponseEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export type Kind = 'reasoning' | 'text' | 'refusal';

interface PartShape {
  /** Begins the types of the events about the part. */
  readonly part: string;
  /** Begins the types of the events about its text. */
  readonly text: string;
  readonly index: 'summary_index' | 'content_index';
  /** Fields of the part itself. */
  readonly toPart: (text: string) => object;
  /** Fields of the event with the whole text. */
  readonly toDone: (text: string) => object;
}

const PARTS: Readonly<Record<Kind, PartShape>> = {
  // Clients show summaries, not reasoning text.
  reasoning: {
    part: 'response.reasoning_summary_part',
    text: 'response.reasoning_summary_text',
    index: 'summary_index',
    toPart: (text) => ({ type: 'summary_text', text }),
    toDone: (text) => ({ text }),
  },
  text: {
    part: 'response.content_part',
    text: 'response.output_text',
    index: 'content_index',
    toPart: (text) => ({ type: 'output_text', text, annotations: [], logprobs: [] }),
    toDone: (text) => ({ text, logprobs: [] }),
  },
  refusal: {
    part: 'response.content_part',
    text: 'response.refusal',
    index: 'content_index',
    toPart: (refusal) => ({ type: 'refusal', refusal }),
    toDone: (refusal) => ({ refusal }),
  },
};

/** The parts of an item, and where it stands. */
export interface PartsOf {
  readonly id: string;
  readonly output_index: number;
  readonly parts: { readonly kind: Kind; text: string }[];
}

export type Events = Generator<ResponseEvent, void>;

/** Appends to the last part, or begins another if that has another kind. */
export function* addText(item: PartsOf, kind: Kind, piece: string): Events {
  const { id: item_id, output_index, parts } = item;
  const shape = PARTS[kind];
  let last = parts.at(-1);
  if (last?.kind !== kind) {
    last = { kind, text: '' };
    parts.push(last);
    const place = { item_id, output_index, [shape.index]: parts.length - 1 };
    yield { type: `${shape.part}.added`, ...place, part: shape.toPart('') };
  }
  last.text += piece;
  if (piece === '') return;
  const place = { item_id, output_index, [shape.index]: parts.length - 1 };
  const extras = kind === 'text' ? { logprobs: [] } : {};
  yield { type: `${shape.text}.delta`, ...place, delta: piece, ...extras };
}

/** The events at the end of an item: the whole text of each part. */
export function* endParts({ id: item_id, output_index, parts }: PartsOf): Events {
  for (const [at, part] of parts.entries()) {
    const shape = PARTS[part.kind];
    const place = { item_id, output_index, [shape.index]: at };
    yield { type: `${shape.text}.done`, ...place, ...shape.toDone(part.text) };
    yield { type: `${shape.part}.done`, ...place, part: toPart(part) };
  }
}

export function toPart({ kind, text }: PartsOf['parts'][number]): object {
  return PARTS[kind].toPart(text);
}
