import type { InteractionRow, InteractionView } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Strip } from '../../charts/strip.tsx';
import { formatMs, formatScore } from '../../format/numbers.ts';
import { Card } from '../../parts/card.tsx';
import { Judgements } from './judgements.tsx';
import { scoreNames } from './score-names.ts';
import { spreadOf } from './spread-of.ts';

interface ScoresCardProps {
  readonly view: InteractionView;
  readonly attempts: readonly InteractionRow[];
  readonly passThreshold: number | undefined;
}

/** What the reply is worth, by whom, and what it took. */
export function ScoresCard({ view, attempts, passThreshold }: ScoresCardProps): ReactNode {
  const scores = attempts.map(({ overall }) => overall);
  const { usage, latency_ms: latency, flags } = view;
  return (
    <Card title="Scores">
      <div className="flex items-baseline justify-between">
        <span>All attempts</span>
        <span className="font-semibold">{spreadOf(scores)}</span>
      </div>
      <div className="my-1">
        <Strip scores={scores} passThreshold={passThreshold} width={230} height={22} />
      </div>
      <Judgements judgements={view.judgements ?? []} />
      <dl className="mt-3 grid gap-2">
        {scoreNames(view.scores).map(([metric, name]) => (
          <Fact key={metric} name={name}>
            {formatScore(view.scores[metric], 2)}
          </Fact>
        ))}
        <Fact name="Latency">{formatMs(latency)}</Fact>
        {usage && (
          <Fact name="Tokens in / out">
            {usage.input_tokens} / {usage.output_tokens}
          </Fact>
        )}
        {flags.length > 0 && <Fact name="Flags">{flags.join(', ')}</Fact>}
      </dl>
    </Card>
  );
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt>{name}</dt>
      <dd className="text-right wrap-anywhere">{children}</dd>
    </div>
  );
}
