import type { ReactNode } from 'react';
import { Card } from '../card.tsx';

interface UserSummaryProps {
  readonly title: string;
  /** They can name a model, which is untrusted. */
  readonly sentences: readonly string[];
}

/** What is known about the simulated users of a run or a comparison, in sentences. */
export function UserSummary({ title, sentences }: UserSummaryProps): ReactNode {
  return (
    <Card title={title} className="mb-4">
      <ul aria-label={title} className="grid gap-1">
        {sentences.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </Card>
  );
}
