import { checkType, type CodeCheckType } from '@fairtrial/contracts';
import type { CheckOf, CodeCheck, CompiledCheck } from './check.ts';
import { compileContains } from './contains.ts';
import { compileJsonSchema } from './json-schema.ts';
import { compileLatencyMs } from './latency-ms.ts';
import { compileMaxWords } from './max-words.ts';
import { compileRegex } from './regex.ts';
import { compileTools } from './tools.ts';

type Compilers = {
  readonly [Type in CodeCheckType]: (check: CheckOf<Type>) => CompiledCheck;
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
export function compileCheck(check: CodeCheck): CompiledCheck {
  const compile = COMPILERS[checkType(check) as CodeCheckType] as (
    check: CodeCheck,
  ) => CompiledCheck;
  return compile(check);
}
