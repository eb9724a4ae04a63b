import { useState, type ReactNode } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { Button } from '../../ui/button.tsx';

const MOST = 20_000;

/** Text of a model, as text; the rest of a very long one on demand. */
export function LongText({ text }: { readonly text: string }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > MOST && !isWhole;
  return (
    <>
      <p className="text-[15px] leading-7 wrap-anywhere whitespace-pre-wrap">
        {isCut ? text.slice(0, MOST) : text}
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
