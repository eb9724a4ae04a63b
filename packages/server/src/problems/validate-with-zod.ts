import { AppError, INPUT_LIMITS, toPointer, type FieldError } from '@assay/contracts';
import type { z } from 'zod';

type Validated = { value: unknown } | { error: AppError };

/** Fastify's validator: parses once and hands the parsed value on. */
export function validateWithZod({ schema }: { schema: z.ZodType }): (data: unknown) => Validated {
  return (data) => {
    const result = schema.safeParse(data, TO_FIRST_FAULT);
    if (result.success) return { value: result.data };
    // Each error costs more than the value that it is about, so all of them are looked for in small requests only.
    const isSmall = countValues(data, SMALL_REQUEST) < SMALL_REQUEST;
    const all = isSmall ? schema.safeParse(data, { reportInput: true }).error : undefined;
    return { error: toRefusal(fieldErrors(all ?? result.error)) };
  };
}

/** `abortEarly` is what zod's `validate` sets. Its types do not name it; a test notices if it no longer works. */
const TO_FIRST_FAULT = { reportInput: true, abortEarly: true };
const SMALL_REQUEST = 2000;

/** The number of values in a JSON value, counted no further than `limit`. */
function countValues(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const item of Object.values(value)) {
    count += countValues(item, limit - count);
    if (count >= limit) break;
  }
  return count;
}

function toRefusal(errors: readonly FieldError[]): AppError {
  const detail = errors
    .slice(0, 3)
    .map(({ pointer, detail: why }) => `${pointer || 'the body'} ${why}`)
    .join('; ');
  return new AppError('invalid_request', detail, {
    errors: errors.slice(0, INPUT_LIMITS.errors_listed),
  });
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** zod's issues as JSON pointers with a sentence each. */
export function fieldErrors(error: z.ZodError): readonly FieldError[] {
  return error.issues.flatMap((issue) => toFieldErrors(issue, []));
}

function toFieldErrors(issue: Issue, above: Path): readonly FieldError[] {
  const path = [...above, ...issue.path];
  const branch = issue.code === 'invalid_union' ? closestBranch(issue.errors) : undefined;
  if (branch) return branch.flatMap((inner) => toFieldErrors(inner, path));
  return [{ pointer: toPointer(path), detail: sentence(issue).slice(0, MAX_DETAIL) }];
}

/** Of the branches of a union, the one the value came furthest into: that is the one that was meant. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (branch: readonly Issue[]): number =>
    branch.reduce((least, issue) => Math.min(least, issue.path.length), Infinity);
  return branches.filter((branch) => branch.length > 0).toSorted((a, b) => depth(b) - depth(a))[0];
}

/** A sentence can name keys of the request, which can be long. */
const MAX_DETAIL = 500;

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function limitUnit(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' items long' : '';
}

function sentence(issue: Issue): string {
  if (issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small')
    return `must be at least ${issue.minimum}${limitUnit(issue.origin)}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${limitUnit(issue.origin)}`;
  return issue.message;
}
