import { isTooDeep } from '@assay/contracts';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { CheckOf, CheckOutcome, Compiled } from './check.ts';
import { createKeep } from './keep.ts';
import { measureSchema, type JsonSchema } from './measure-schema.ts';
import { readPattern } from './pattern.ts';
import { compileSchema } from './schema-compiler.ts';
import { headOf, LOOKED_AT, quote } from './text-limits.ts';

interface Validator {
  readonly validate: ValidateFunction;
  /** Characters of JSON it gets through in some 50 ms. */
  readonly longest: number;
}

const MAX_STEPS = 1_500_000;
/** A step of a pattern takes as long as so many of a schema at most. */
const PATTERN_STEP = 2;

const validators = createKeep<Validator | string>();

/** `json_schema`: whether the reply is JSON, all of it, and fits a schema. */
export function compileJsonSchema({ schema }: CheckOf<'json_schema'>): Compiled {
  const validator = validators.read(JSON.stringify(schema), () => createValidator(schema));
  if (typeof validator === 'string')
    return { state: 'refused', field: 'schema', detail: validator };
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
    steps += PATTERN_STEP * pattern.size;
  }
  try {
    const longest = Math.min(LOOKED_AT, Math.floor(MAX_STEPS / steps));
    return { validate: compileSchema(schema), longest };
  } catch (cause) {
    return `is no JSON Schema: ${headOf(cause instanceof Error ? cause.message : String(cause), 300)}`;
  }
}

function checkText(text: string, { validate, longest }: Validator): CheckOutcome {
  if (text.length > longest) {
    const detail = `the reply has ${text.length} characters, and a schema like this is checked up to ${longest}`;
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
  const place =
    error === undefined || error.instancePath === '' ? 'the reply' : quote(error.instancePath);
  return `${place} ${error?.message ?? 'does not fit the schema'}`;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
