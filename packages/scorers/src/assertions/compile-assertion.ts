import type { Assertion } from '@assay/contracts';
import type { AssertionOf, Compiled } from './check.ts';
import { compileContains } from './compile-contains.ts';
import { compileJsonSchema } from './compile-json-schema.ts';
import { compileLatency } from './compile-latency.ts';
import { compileMaxWords } from './compile-max-words.ts';
import { compileRegex } from './compile-regex.ts';
import { compileToolCalls } from './compile-tool-calls.ts';

type Compilers = {
  readonly [Type in Assertion['type']]: (assertion: AssertionOf<Type>) => Compiled;
};

const COMPILERS: Compilers = {
  contains: compileContains,
  not_contains: compileContains,
  regex: compileRegex,
  json_schema: compileJsonSchema,
  max_words: compileMaxWords,
  latency: compileLatency,
  tool_calls: compileToolCalls,
};

export function compileAssertion<Type extends Assertion['type']>(
  assertion: AssertionOf<Type>,
): Compiled {
  return COMPILERS[assertion.type](assertion);
}
