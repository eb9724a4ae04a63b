/** Generates values that match a JSON Schema of the OpenAPI documents. */
import type { JsonSchema } from '../runner/read-routes.ts';

export interface Generator {
  readonly random: () => number;
  /** The schemas that `$ref` names. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Values by field name: without them hardly any request would pass validation. */
  readonly known: Readonly<Record<string, readonly unknown[]>>;
}

/** Longer texts and lists are generated only occasionally, because they take most of the time. */
const USUAL_LENGTH = 200;
const MAX_LENGTH = 20_000;
const USUAL_ITEMS = 2;
const MAX_ITEMS = 200;
const MAX_DEPTH = 8;
const WORDS = [
  'hello',
  'Ärger',
  '=1+1',
  "' or 1=1",
  '\u0000',
  '\ud800',
  '<b>',
  ' ',
  '𝕏',
  '__proto__',
];

export function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

function between(random: () => number, least: number, most: number): number {
  return Math.floor(least + random() * (most - least + 1));
}

/** Returns a value that the schema allows, as far as its keywords say. */
export function generateValue(generator: Generator, schema: JsonSchema, depth = 0): unknown {
  const { random, schemas } = generator;
  const {
    $ref: ref,
    anyOf,
    enum: options,
    type,
  } = schema as {
    $ref?: string;
    anyOf?: readonly JsonSchema[];
    enum?: readonly unknown[];
    type?: string;
  };
  if (ref !== undefined) {
    return generateValue(generator, schemas[ref.split('/').at(-1) ?? ''] ?? {}, depth);
  }
  if (anyOf !== undefined) return generateValue(generator, pick(random, anyOf), depth);
  if (options !== undefined) return pick(random, options);
  if ('const' in schema) return schema['const'];
  const generate = GENERATE[type ?? ''];
  return generate === undefined
    ? generateAnything(random, depth)
    : generate(generator, schema, depth);
}

type Generate = (generator: Generator, schema: JsonSchema, depth: number) => unknown;

const GENERATE: Readonly<Record<string, Generate>> = {
  string: generateText,
  integer: (generator, schema) => Math.round(generateNumber(generator, schema)),
  number: generateNumber,
  boolean: ({ random }) => random() < 0.5,
  null: () => null,
  array: generateList,
  object: generateObject,
};

interface Bounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly pattern?: string;
}

function generateText({ random }: Generator, schema: JsonSchema): string {
  const { minLength = 0, maxLength = USUAL_LENGTH, format, pattern } = schema as Bounds;
  if (format === 'uuid') {
    return `00000000-0000-7000-8000-${String(between(random, 0, 1e9)).padStart(12, '0')}`;
  }
  if (pattern !== undefined) return pick(random, ['a', 'check-1', 'x'.repeat(64)]);
  const most = Math.min(maxLength, random() < 0.05 ? MAX_LENGTH : USUAL_LENGTH);
  const length = pick(random, [minLength, most, between(random, minLength, most)]);
  return pick(random, WORDS).repeat(length).slice(0, length);
}

function generateNumber({ random }: Generator, schema: JsonSchema): number {
  const { minimum = 0, maximum = 1000 } = schema as Bounds;
  const few = Math.min(maximum, minimum + 5);
  return pick(random, [minimum, few, minimum + random() * (few - minimum), maximum]);
}

function generateList(generator: Generator, schema: JsonSchema, depth: number): readonly unknown[] {
  const { random } = generator;
  const { minItems = 0, maxItems = MAX_ITEMS } = schema as Bounds;
  const { items = {} } = schema as { items?: JsonSchema };
  // Many turns are legitimately expensive: only lists of simple values are long.
  const isLong = !('$ref' in items) && random() < 0.02;
  const most = Math.min(maxItems, isLong ? MAX_ITEMS : minItems + USUAL_ITEMS);
  const length = depth > MAX_DEPTH ? minItems : between(random, minItems, most);
  // A long list repeats one item.
  const one = isLong ? generateValue(generator, items, depth + 1) : undefined;
  return Array.from({ length }, () => one ?? generateValue(generator, items, depth + 1));
}

function generateObject(generator: Generator, schema: JsonSchema, depth: number): object {
  const { random, known } = generator;
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schema as {
    properties?: Readonly<Record<string, JsonSchema>>;
    required?: readonly string[];
    additionalProperties?: JsonSchema | boolean;
  };
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || (depth < MAX_DEPTH && random() < 0.25),
  );
  const entries = names.map((name): readonly [string, unknown] => {
    const values = known[name];
    return values !== undefined && random() < 0.9
      ? [name, pick(random, values)]
      : [name, generateValue(generator, properties[name] ?? {}, depth + 1)];
  });
  if (typeof additionalProperties === 'object' && random() < 0.5) {
    entries.push([pick(random, WORDS), generateValue(generator, additionalProperties, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

/** For schemas without constraints. */
function generateAnything(random: () => number, depth: number): unknown {
  const simple = [null, true, 0, -1, 1e308, 'x', '', pick(random, WORDS)];
  if (depth > MAX_DEPTH || random() < 0.7) return pick(random, simple);
  return random() < 0.5
    ? [generateAnything(random, depth + 1)]
    : { [pick(random, WORDS)]: generateAnything(random, depth + 1) };
}
