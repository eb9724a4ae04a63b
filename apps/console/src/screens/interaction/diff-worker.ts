/** Compares texts in a worker, so that the page is not blocked. */
import { wordDiff, type DiffPart } from './word-diff.ts';

export interface DiffInput {
  readonly before: string;
  readonly after: string;
}

/** Undefined if it took too long. */
export type DiffResult = readonly DiffPart[] | undefined;

const TIMEOUT_MS = 100;

self.addEventListener('message', ({ data }: MessageEvent<DiffInput>) => {
  self.postMessage(wordDiff(data.before, data.after, TIMEOUT_MS) satisfies DiffResult);
});
