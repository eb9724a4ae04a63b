import type { Turn } from '../db/turns/turn.ts';

/**
 * All turns of a run, or an error: a run that is deleted or retried while it is read breaks the download
 * off, since a file that lacks its end looks like any other.
 */
export async function* wholeRun(
  pages: AsyncIterable<readonly Turn[]>,
  expected: number,
): AsyncGenerator<readonly Turn[]> {
  let seen = 0;
  for await (const page of pages) {
    seen += page.length;
    yield page;
  }
  if (seen === expected) return;
  throw new Error(`the run was changed while it was exported: ${seen} of ${expected} turns found`);
}
