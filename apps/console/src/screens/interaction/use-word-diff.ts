import { useEffect, useState } from 'react';
import type { DiffAnswer, DiffQuestion } from './diff-worker.ts';
import type { DiffPart } from './word-diff.ts';

export type DiffState =
  | { readonly state: 'waiting' }
  | { readonly state: 'done'; readonly parts: readonly DiffPart[] }
  /** The texts are too long, or have too little in common. */
  | { readonly state: 'given-up' };

const WAITING: DiffState = { state: 'waiting' };

/** The difference between two texts, found by a worker of its own: an answer is never that of another question. */
export function useWordDiff(before: string, after: string): DiffState {
  const [answer, setAnswer] = useState<{ readonly of: string; readonly parts: DiffAnswer }>();
  const of = `${before.length} ${before}${after}`;
  useEffect(() => {
    const worker = new Worker(new URL('./diff-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<DiffAnswer>) => {
      setAnswer({ of, parts: data });
      worker.terminate();
    });
    worker.postMessage({ before, after } satisfies DiffQuestion);
    return () => worker.terminate();
  }, [before, after, of]);
  if (answer?.of !== of) return WAITING;
  return answer.parts ? { state: 'done', parts: answer.parts } : { state: 'given-up' };
}
