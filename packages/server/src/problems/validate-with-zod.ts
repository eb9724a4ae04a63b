import { AppError, type FieldError } from '@assay/contracts';
import type { z } from 'zod';

type Validated = { value: unknown } | { error: AppError };

/** Fastify's validator: parses once and hands the parsed value on. */
export function validateWithZod({ schema }: { schema: z.ZodType }): (data: unknown) => Validated {
  return (data) => {
    const result = schema.safeParse(data, { reportInput: true });
    if (result.success) return { value: result.data };
    const errors = fieldErrors(result.error);
    const detail = errors
      .slice(0, 3)
      .map(({ pointer, detail: why }) => `${pointer || 'the body'} ${why}`)
      .join('; ');
    return { error: new AppError('invalid_request', detail, { errors }) };
  };
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
  return [{ pointer: toPointer(path), detail: sentence(issue) }];
}

/** Of the branches of a union, the one the value came furthest into: that is the one that was meant. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (branch: readonly Issue[]): number =>
    Math.min(...branch.map((issue) => issue.path.length));
  return branches.filter((branch) => branch.length > 0).toSorted((a, b) => depth(b) - depth(a))[0];
}

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

/** RFC 6901. */
function toPointer(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
