import type { ReactNode } from 'react';
import { LongText } from './long-text.tsx';
import type { DiffState } from './use-word-diff.ts';
import type { DiffPart } from './word-diff.ts';

interface DiffTextProps {
  readonly diff: DiffState;
  readonly after: string;
}

/** What stands in the reference only is struck, what stands in the reply only is underlined. */
export function DiffText({ diff, after }: DiffTextProps): ReactNode {
  if (diff.state === 'waiting') return <LongText text={after} />;
  if (diff.state === 'given-up') {
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
          <Part key={at} part={part} />
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

function Part({ part }: { readonly part: DiffPart }): ReactNode {
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
