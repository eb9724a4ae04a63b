import { checkType, type CodeCheckType } from '@fairtrial/contracts';
import type { CheckOf, CodeCheck, CompiledCheck } from './check.ts';
import {
  compileContains,
  compileLatencyMs,
  compileMaxWords,
  compileRegex,
} from './plain-checks.ts';
import { compileJsonSchema } from './json-schema.ts';
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
