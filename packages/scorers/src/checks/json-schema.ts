import { isTooDeep, sortKeys } from '@fairtrial/contracts';
import { type ErrorObject, type ValidateFunction, Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createCache } from './cache.ts';
import {
  MAX_CHECKED_LENGTH,
  quote,
  truncate,
  type CheckOf,
  type CheckOutcome,
  type CompiledCheck,
} from './check.ts';
import { measureSchema, type JsonSchema } from './measure-schema.ts';
import { readPattern } from './pattern.ts';

interface Validator {
  readonly validate: ValidateFunction;
  /** Length of JSON that can be validated in about 50 ms, in characters. */
  readonly maxLength: number;
}

const MAX_STEPS = 1_500_000;
/** One pattern step takes at most as long as this many schema steps. */
const STEPS_PER_PATTERN_STEP = 2;

const validators = createCache<Validator | string>();

/** `json_schema`: passes if the whole reply is JSON that matches the schema. */
export function compileJsonSchema({ json_schema: schema }: CheckOf<'json_schema'>): CompiledCheck {
  const validator = validators.read(JSON.stringify(schema), () => createValidator(schema));
  if (typeof validator === 'string') return { state: 'refused', detail: validator };
  return { state: 'ready', check: ({ text }) => checkText(text, validator) };
}

function createValidator({
  $schema: _dialect,
  $id: _name,
  ...schema
}: JsonSchema): Validator | string {
  const measure = measureSchema(schema);
  if (measure.state === 'refused') return measure.detail;
  let steps = measure.parts;
  for (const source of measure.patterns) {
    const pattern = readPattern(source);
    if (typeof pattern === 'string') return `has the pattern ${quote(source)}, which ${pattern}`;
    steps += STEPS_PER_PATTERN_STEP * pattern.size;
  }
  try {
    const maxLength = Math.min(MAX_CHECKED_LENGTH, Math.floor(MAX_STEPS / steps));
    return { validate: compileSchema(schema), maxLength };
  } catch (cause) {
    return `is not a JSON Schema: ${truncate(cause instanceof Error ? cause.message : String(cause), 300)}`;
  }
}

function checkText(text: string, { validate, maxLength }: Validator): CheckOutcome {
  if (text.length > maxLength) {
    const detail = `the reply has ${text.length} characters, and a schema like this is checked up to ${maxLength}`;
    return { passed: false, detail };
  }
  if (isTooDeep(text)) return { passed: false, detail: 'the reply is nested too deep' };
  const parsed = parse(text);
  if (parsed === undefined)
    return { passed: false, detail: `the reply is not JSON: ${quote(text)}` };
  if (validate(parsed.value)) return { passed: true, detail: 'the reply matches the schema' };
  return { passed: false, detail: sentence(validate.errors?.[0]) };
}

function sentence(error: ErrorObject | undefined): string {
  const subject =
    error === undefined || error.instancePath === '' ? 'the reply' : quote(error.instancePath);
  return `${subject} ${error?.message ?? 'does not match the schema'}`;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/**
 * Formats whose patterns run in linear time. `regex` is left out, because it would compile a pattern from the reply.
 */
const FORMATS = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
] as const;

/** Runs schema patterns on the same engine as `regex`. `createValidator` has already measured them. */
function toLinear(source: string): { test(text: string): boolean; toString(): string } {
  const pattern = readPattern(source);
  if (typeof pattern === 'string') throw new Error(`the pattern '${source}' ${pattern}`);
  // Ajv compares patterns by their text.
  return { test: (text) => pattern.find(text) !== undefined, toString: () => source };
}
toLinear.code = 'toLinear';

/** Rejects unknown keywords, so that no part of a schema is silently ignored. */
function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    strictSchema: true,
    strictNumbers: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    addUsedSchema: false,
    inlineRefs: false,
    logger: false,
    // Optimizing would triple the compile time for slightly shorter code.
    code: { regExp: toLinear, optimize: false },
  });
  formats.default(ajv, { mode: 'fast', formats: [...FORMATS] });
  // Ajv's own implementation is quadratic.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (wanted: boolean) => (items: readonly unknown[]) => !wanted || isUnique(items),
    error: { message: 'must NOT have duplicate items' },
  });
  return ajv;
}

let shared: Ajv2020 | undefined;

/** Throws if Ajv rejects the schema. */
function compileSchema(schema: AnySchema): ValidateFunction {
  shared ??= createCompiler();
  try {
    return shared.compile(schema);
  } finally {
    shared.removeSchema(schema);
  }
}

/** True if no two items are equal as JSON, regardless of key order. */
function isUnique(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(sortKeys(item)))).size === items.length;
}
