import type { JudgementView } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatScore } from '../../format/numbers.ts';

interface JudgementsProps {
  readonly judgements: readonly JudgementView[];
}

/** What each judge said, in full. */
export function Judgements({ judgements }: JudgementsProps): ReactNode {
  if (judgements.length === 0) return null;
  return (
    <ul aria-label="Judges" className="mt-3 grid gap-3">
      {judgements.map((one) => (
        <li key={`${one.kind} ${one.model} ${one.sample}`}>
          <p>
            <span className="font-semibold">{one.model}</span>{' '}
            {one.choice && <span className="text-dim">{one.choice}</span>}{' '}
            {one.score !== null && formatScore(one.score, 2)}
          </p>
          {one.rationale && (
            <blockquote className="mt-1 wrap-anywhere whitespace-pre-wrap text-dim">
              “{one.rationale}”
            </blockquote>
          )}
          {one.failure && <p className="text-warn wrap-anywhere">! {one.failure.message}</p>}
        </li>
      ))}
    </ul>
  );
}
