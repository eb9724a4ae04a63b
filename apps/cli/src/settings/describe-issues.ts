import type { z } from 'zod';

/** One line for each problem of a file, with the path of the field. */
export function describeIssues(file: string, issues: readonly z.core.$ZodIssue[]): string {
  const lines = issues.map((issue) => {
    const at = issue.path.map(String).join('.');
    return `${file}: ${at === '' ? '' : `${at}: `}${describeIssue(issue)}`;
  });
  return lines.join('\n');
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown: ${issue.keys.join(', ')}`;
  return issue.message;
}
