import type { Check } from '@assay/contracts';
import type { CheckOf, Compiled } from './check.ts';
import { compileContains } from './compile-contains.ts';
import { compileJsonSchema } from './compile-json-schema.ts';
import { compileLatency } from './compile-latency.ts';
import { compileMaxWords } from './compile-max-words.ts';
import { compileRegex } from './compile-regex.ts';
import { compileToolCalls } from './compile-tool-calls.ts';

type Compilers = {
  readonly [Type in Check['type']]: (check: CheckOf<Type>) => Compiled;
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

export function compileCheck<Type extends Check['type']>(check: CheckOf<Type>): Compiled {
  return COMPILERS[check.type](check);
}
