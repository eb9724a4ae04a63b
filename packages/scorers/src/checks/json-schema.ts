import { isTooDeep, sortKeys } from '@assay/contracts';
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
  /** Characters of JSON that it validates in about 50 ms. */
  readonly maxLength: number;
}

const MAX_STEPS = 1_500_000;
/** A step of a pattern takes at most as long as this many steps of a schema. */
const STEPS_PER_PATTERN_STEP = 2;

const validators = createCache<Validator | string>();

/** `json_schema`: whether the whole reply is JSON and fits a schema. */
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
    return `is no JSON Schema: ${truncate(cause instanceof Error ? cause.message : String(cause), 300)}`;
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
    return { passed: false, detail: `the reply is no JSON: ${quote(text)}` };
  if (validate(parsed.value)) return { passed: true, detail: 'the reply fits the schema' };
  return { passed: false, detail: sentence(validate.errors?.[0]) };
}

function sentence(error: ErrorObject | undefined): string {
  const subject =
    error === undefined || error.instancePath === '' ? 'the reply' : quote(error.instancePath);
  return `${subject} ${error?.message ?? 'does not fit the schema'}`;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Formats whose patterns take linear time. `regex` is left out: it would run a pattern of the reply. */
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

/** Runs the patterns of a schema on the same engine as `regex`. `createValidator` has measured them before. */
function toLinear(source: string): { test(text: string): boolean; toString(): string } {
  const pattern = readPattern(source);
  if (typeof pattern === 'string') throw new Error(`the pattern '${source}' ${pattern}`);
  // Ajv compares patterns by their text.
  return { test: (text) => pattern.find(text) !== undefined, toString: () => source };
}
toLinear.code = 'toLinear';

/** Unknown keywords are refused, so that no part of a schema is silently ignored. */
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
    // Shorter code is not worth three times the time to make it.
    code: { regExp: toLinear, optimize: false },
  });
  formats.default(ajv, { mode: 'fast', formats: [...FORMATS] });
  // Ajv compares every item with every other one.
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

/** Compiles a schema. Throws if Ajv refuses it. */
function compileSchema(schema: AnySchema): ValidateFunction {
  shared ??= createCompiler();
  try {
    return shared.compile(schema);
  } finally {
    shared.removeSchema(schema);
  }
}

/** Whether no two items are the same JSON, whatever the order of their keys. */
function isUnique(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(sortKeys(item)))).size === items.length;
}
