/** Compares texts away from the page, which never waits for it. */
import { wordDiff, type DiffPart } from './word-diff.ts';

export interface DiffQuestion {
  readonly before: string;
  readonly after: string;
}

/** Undefined: it would have taken too long. */
export type DiffAnswer = readonly DiffPart[] | undefined;

const LIMIT_MS = 100;

self.addEventListener('message', ({ data }: MessageEvent<DiffQuestion>) => {
  self.postMessage(wordDiff(data.before, data.after, LIMIT_MS) satisfies DiffAnswer);
});
