import { checkType, type Check, type CheckType } from '@assay/contracts';
import type { CheckOf, CompiledCheck } from './check.ts';
import { compileContains } from './contains.ts';
import { compileJsonSchema } from './json-schema.ts';
import { compileLatencyMs } from './latency-ms.ts';
import { compileMaxWords } from './max-words.ts';
import { compileRegex } from './regex.ts';
import { compileTools } from './tools.ts';

type Compilers = {
  readonly [Type in CheckType]: (check: CheckOf<Type>) => CompiledCheck;
};

const COMPILERS: Compilers = {
  contains: compileContains,
  not_contains: compileContains,
  regex: compileRegex,
  json_schema: compileJsonSchema,
  max_words: compileMaxWords,
  latency_ms: compileLatencyMs,
  tools: compileTools,
};

/** Compiles a check, or returns the reason why it can never run. */
export function compileCheck(check: Check): CompiledCheck {
  const compile = COMPILERS[checkType(check)] as (check: Check) => CompiledCheck;
  return compile(check);
}
