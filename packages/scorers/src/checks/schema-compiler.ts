import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isUnique } from './is-unique.ts';
import { readPattern } from './pattern.ts';

/** Those whose patterns take time in proportion to the text; `regex` would run a pattern of the model's. */
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

/** Patterns of schemas on the same engine as those of `regex`: they were measured before. */
function toLinear(source: string): { test(text: string): boolean; toString(): string } {
  const pattern = readPattern(source);
  if (typeof pattern === 'string') throw new Error(`the pattern '${source}' ${pattern}`);
  // Ajv takes those that look the same for the same.
  return { test: (text) => pattern.find(text) !== undefined, toString: () => source };
}
toLinear.code = 'toLinear';

/** A word that nobody knows is refused, so that nothing is asserted that nobody checks. */
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

/** A schema as a function. Throws what Ajv says of a schema that is none. */
export function compileSchema(schema: AnySchema): ValidateFunction {
  shared ??= createCompiler();
  try {
    return shared.compile(schema);
  } finally {
    shared.removeSchema(schema);
  }
}
