import type { z } from 'zod';
import { toPointer } from '../json/json.ts';
import type { FieldError } from './problem.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Converts zod issues to JSON pointers with messages. Parse with `reportInput` so that missing fields are reported as such. */
export function fieldErrors(error: z.ZodError): readonly FieldError[] {
  return error.issues.flatMap((issue) => toFieldErrors(issue, []));
}

function toFieldErrors(issue: Issue, above: Path): readonly FieldError[] {
  const path = [...above, ...issue.path];
  const branch = issue.code === 'invalid_union' ? closestBranch(issue.errors) : undefined;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: toPointer([...path, key]),
      detail: 'is not a known field',
    }));
  }
  const values = issue.code === 'invalid_union' ? listValues(issue.errors) : undefined;
  if (values) return [{ pointer: toPointer(path), detail: `must be one of ${values.join(', ')}` }];
  if (branch) return branch.flatMap((inner) => toFieldErrors(inner, path));
  return [{ pointer: toPointer(path), detail: sentence(issue).slice(0, MAX_DETAIL) }];
}

/** Returns the allowed values of a union of literals; `undefined` if a branch is not a literal, or there is none. */
function listValues(branches: readonly (readonly Issue[])[]): readonly unknown[] | undefined {
  const values: unknown[] = [];
  for (const issue of branches.flat()) {
    if (issue.code !== 'invalid_value' || issue.path.length > 0) return undefined;
    values.push(...issue.values);
  }
  return values.length > 0 ? values : undefined;
}

/** Returns the issues of the branch that failed at the deepest path: most likely the intended branch. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (branch: readonly Issue[]): number =>
    branch.reduce((least, issue) => Math.min(least, issue.path.length), Infinity);
  return branches.filter((branch) => branch.length > 0).toSorted((a, b) => depth(b) - depth(a))[0];
}

/** In characters. A message can quote keys of the request, which can be long. */
const MAX_DETAIL = 500;

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

function formatLimit(limit: number | bigint, origin: string): string {
  if (origin !== 'string' && origin !== 'array') return String(limit);
  const unit = origin === 'string' ? 'character' : 'item';
  return `${limit} ${unit}${Number(limit) === 1 ? '' : 's'} long`;
}

function sentence(issue: Issue): string {
  if (issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${NOUNS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small')
    return `must be at least ${formatLimit(issue.minimum, issue.origin)}`;
  if (issue.code === 'too_big')
    return `must be at most ${formatLimit(issue.maximum, issue.origin)}`;
  return issue.message;
}
