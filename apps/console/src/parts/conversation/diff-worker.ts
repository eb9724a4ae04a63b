/** Compares texts in a worker, so that the page does not block. */
import { isUnlike, wordDiff, type DiffPart } from './word-diff.ts';

export interface DiffInput {
  readonly before: string;
  readonly after: string;
}

/** `undefined` if it took too long, or if the texts have too little in common. */
export type DiffResult = readonly DiffPart[] | undefined;

const TIMEOUT_MS = 100;

self.addEventListener('message', ({ data }: MessageEvent<DiffInput>) => {
  const parts = wordDiff(data.before, data.after, TIMEOUT_MS);
  self.postMessage((parts && isUnlike(parts) ? undefined : parts) satisfies DiffResult);
});
