import { formatCount } from '@assay/format';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { DiffInput, DiffResult } from './diff-worker.ts';
import type { DiffPart } from './word-diff.ts';

interface DiffTextProps {
  readonly diff: DiffState;
  readonly after: string;
}

/** Words of the reference only are struck, words of the reply only are underlined. */
export function DiffText({ diff, after }: DiffTextProps): ReactNode {
  if (diff.state === 'waiting') return <LongText text={after} />;
  if (diff.state === 'too-different') {
    return (
      <>
        <p className="mb-2 text-dim">The texts are too different to be compared word by word.</p>
        <LongText text={after} />
      </>
    );
  }
  const isSame = diff.parts.every(({ kind }) => kind === 'same');
  return (
    <>
      <p className="text-[15px] leading-7 wrap-anywhere whitespace-pre-wrap">
        {diff.parts.map((part, at) => (
          <DiffSpan key={at} part={part} />
        ))}
      </p>
      <p className="mt-2 text-[13px] text-dim">
        {isSame
          ? '✓ word for word the reference'
          : 'underlined: only in the reply, struck: only in the reference'}
      </p>
    </>
  );
}

function DiffSpan({ part }: { readonly part: DiffPart }): ReactNode {
  if (part.kind === 'same') return part.text;
  return (
    <>
      {part.before && <del className="rounded-sm bg-bad-soft">{part.before}</del>}
      {part.after && (
        <ins className="rounded-sm bg-ok-soft decoration-ok decoration-2 underline-offset-4">
          {part.after}
        </ins>
      )}
    </>
  );
}

export type DiffState =
  | { readonly state: 'waiting' }
  | { readonly state: 'done'; readonly parts: readonly DiffPart[] }
  /** The texts are too long, or have too little in common. */
  | { readonly state: 'too-different' };

const WAITING: DiffState = { state: 'waiting' };

/** The diff of two texts, computed by a worker. A diff of earlier texts is never returned. */
export function useWordDiff(before: string, after: string): DiffState {
  const [diff, setDiff] = useState<{ readonly key: string; readonly parts: DiffResult }>();
  const key = `${before.length} ${before}${after}`;
  useEffect(() => {
    const worker = new Worker(new URL('./diff-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<DiffResult>) => {
      setDiff({ key, parts: data });
      worker.terminate();
    });
    worker.postMessage({ before, after } satisfies DiffInput);
    return () => worker.terminate();
  }, [before, after, key]);
  if (diff?.key !== key) return WAITING;
  return diff.parts ? { state: 'done', parts: diff.parts } : { state: 'too-different' };
}

const MAX_CHARACTERS = 20_000;

/** The text of a model as plain text; a very long one is cut until the reader asks for all of it. */
export function LongText({ text }: { readonly text: string }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > MAX_CHARACTERS && !isWhole;
  return (
    <>
      <p className="text-[15px] leading-7 wrap-anywhere whitespace-pre-wrap">
        {isCut ? text.slice(0, MAX_CHARACTERS) : text}
        {text === '' && <span className="text-dim">(an empty reply)</span>}
      </p>
      {isCut && (
        <Button onClick={() => setWhole(true)}>
          Show all {formatCount(text.length)} characters
        </Button>
      )}
    </>
  );
}
