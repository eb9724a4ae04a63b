import { formatCount, markQuotes } from '@fairtrial/format';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Markdown } from '../markdown.tsx';
import { Button } from '../../ui/button.tsx';
import type { DiffInput, DiffResult } from './diff-worker.ts';
import type { DiffPart } from './word-diff.ts';

const TEXT = 'text-[15px] leading-7 wrap-anywhere whitespace-pre-wrap';

/** Both texts in one: words only in the reference are struck through, words only in the reply are underlined. */
export function DiffText({ parts }: { readonly parts: readonly DiffPart[] }): ReactNode {
  const isSame = parts.every(({ kind }) => kind === 'same');
  return (
    <>
      <p className={TEXT}>
        {parts.map((part, at) =>
          part.kind === 'same' ? (
            part.text
          ) : (
            <span key={at}>
              <Removed text={part.before} />
              <Added text={part.after} />
            </span>
          ),
        )}
      </p>
      <p className="mt-2 text-[13px] text-dim">
        {isSame
          ? '✓ word for word the reference'
          : 'underlined: only in the reply, struck: only in the reference'}
      </p>
    </>
  );
}

interface SideTextProps {
  readonly parts: readonly DiffPart[];
  readonly side: 'before' | 'after';
}

/** One of two texts; words that the other text does not have are marked. */
export function SideText({ parts, side }: SideTextProps): ReactNode {
  const Mark = side === 'before' ? Removed : Added;
  return (
    <p className={TEXT}>
      {parts.map((part, at) =>
        part.kind === 'same' ? part.text : <Mark key={at} text={part[side]} />,
      )}
    </p>
  );
}

function Removed({ text }: { readonly text: string }): ReactNode {
  return text === '' ? null : <del className="rounded-sm bg-bad-soft">{text}</del>;
}

function Added({ text }: { readonly text: string }): ReactNode {
  if (text === '') return null;
  return (
    <ins className="rounded-sm bg-ok-soft decoration-ok decoration-2 underline-offset-4">
      {text}
    </ins>
  );
}

export type DiffState =
  | { readonly state: 'waiting' }
  | { readonly state: 'done'; readonly parts: readonly DiffPart[] }
  /** The texts are too long, or have too little in common. */
  | { readonly state: 'too-different' };

const WAITING: DiffState = { state: 'waiting' };

/** The diff of two texts, computed in a worker. Never returns a diff of earlier texts. */
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

/** A quote of a judge, and where it is in the conversation. */
export interface PlacedQuote {
  /** Unique on the page. A mark lists the ids of the quotes that it shows. */
  readonly quoteId: string;
  /** The turn of the quoted reply, from 0. */
  readonly turn: number;
  readonly quote: string;
}

const MAX_CHARACTERS = 20_000;
export const NO_QUOTES: readonly PlacedQuote[] = [];

interface MarkedTextProps {
  readonly text: string;
  readonly quotes: readonly PlacedQuote[];
}

/** A text with the quotes of judges marked. A mark can be focused, so that a click on the quote leads to it. */
export function MarkedText({ text, quotes }: MarkedTextProps): ReactNode {
  const parts = useMemo(() => {
    const wanted = quotes.map(({ quote }) => quote);
    return markQuotes(text, wanted);
  }, [text, quotes]);
  return parts.map((part, at) =>
    part.quotes.length === 0 ? (
      part.text
    ) : (
      <mark
        key={at}
        tabIndex={-1}
        data-quotes={part.quotes.map((no) => quotes[no]?.quoteId).join(' ')}
        className="rounded-sm bg-warn-soft text-text outline-offset-1 outline-accent focus:outline-2"
      >
        {part.text}
      </mark>
    ),
  );
}

interface LongTextProps {
  readonly text: string;
  readonly isMarkdown?: boolean;
  /** Length of the excerpt that is shown first. */
  readonly maxCharacters?: number;
  /** Marked in plain text, which is then shown in full. */
  readonly quotes?: readonly PlacedQuote[] | undefined;
}

/** Untrusted text; a very long one is truncated until the reader expands it. */
export function LongText(props: LongTextProps): ReactNode {
  const { text, isMarkdown = false, maxCharacters = MAX_CHARACTERS, quotes = NO_QUOTES } = props;
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > maxCharacters && !isWhole && quotes.length === 0;
  const shown = isCut ? text.slice(0, maxCharacters) : text;
  return (
    <>
      {isMarkdown ? (
        <Markdown text={shown} />
      ) : (
        <p className={TEXT}>
          <MarkedText text={shown} quotes={quotes} />
          {isCut && '…'}
        </p>
      )}
      {text === '' && <p className="text-dim">(an empty text)</p>}
      {isCut && (
        <Button className="mt-1 h-7! px-2! text-xs" onClick={() => setWhole(true)}>
          Show all {formatCount(text.length)} characters
        </Button>
      )}
    </>
  );
}
