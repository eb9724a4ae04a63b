import type { z } from 'zod';

/** Everything that is wrong with a file at once, each with its place. */
export function describeIssues(file: string, issues: readonly z.core.$ZodIssue[]): string {
  const lines = issues.map((issue) => {
    const at = issue.path.map(String).join('.');
    return `${file}: ${at === '' ? '' : `${at}: `}${wordsFor(issue)}`;
  });
  return lines.join('\n');
}

function wordsFor(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown: ${issue.keys.join(', ')}`;
  return issue.message;
}
