import type { ReactNode } from 'react';
import { formatScore } from '../../format/numbers.ts';
import type { Judgement } from './read-judgements.ts';

/** What each judge said, in full. */
export function Judgements({
  judgements,
}: {
  readonly judgements: readonly Judgement[];
}): ReactNode {
  if (judgements.length === 0) return null;
  return (
    <ul aria-label="Judges" className="mt-3 grid gap-3">
      {judgements.map((one) => (
        <li key={`${one.model} ${one.sample}`}>
          <p>
            <span className="font-semibold">{one.model}</span>{' '}
            {one.choice && <span className="text-dim">{one.choice}</span>}{' '}
            {one.score !== undefined && formatScore(one.score, 2)}
          </p>
          {one.rationale && (
            <blockquote className="mt-1 wrap-anywhere whitespace-pre-wrap text-dim">
              “{one.rationale}”
            </blockquote>
          )}
          {one.failure && <p className="text-warn wrap-anywhere">! {one.failure}</p>}
        </li>
      ))}
    </ul>
  );
}
