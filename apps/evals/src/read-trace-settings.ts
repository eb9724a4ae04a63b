import { createRedact } from '@fairtrial/redaction';
import { jsonField, positiveInteger } from '@fairtrial/server';
import { z } from 'zod';
import type { TraceSettings } from './http/traces.ts';

const Patterns = z.array(z.string().min(1)).refine(areValid, 'must be patterns in RE2 syntax');

/** Variables about received traces. */
export const traceFields = {
  TRACE_RETENTION_DAYS: positiveInteger(30, 9999),
  TRACE_REDACTION: z.enum(['on', 'off']).default('on'),
  TRACE_REDACT_PATTERNS: jsonField(Patterns, '["order-\\\\d+", "(?i)project falcon"]').default([]),
  TRACE_SPANS_PER_DAY: positiveInteger(1_000_000, 1_000_000_000),
  MAX_TRACE_BYTES_PER_PROJECT: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a number of bytes, or 0 for no limit')
    .transform(Number)
    .default(0),
};

type Values = {
  readonly [Name in keyof typeof traceFields]: z.output<(typeof traceFields)[Name]>;
};

export function toTraceSettings(values: Values): TraceSettings {
  const { MAX_TRACE_BYTES_PER_PROJECT: bytes, TRACE_REDACTION: redaction } = values;
  return {
    retentionDays: values.TRACE_RETENTION_DAYS,
    caps: {
      spansPerDay: values.TRACE_SPANS_PER_DAY,
      storedBytes: bytes === 0 ? undefined : bytes,
    },
    redactPatterns: redaction === 'off' ? undefined : values.TRACE_REDACT_PATTERNS,
  };
}

function areValid(patterns: readonly string[]): boolean {
  try {
    createRedact(patterns);
    return true;
  } catch {
    return false;
  }
}
