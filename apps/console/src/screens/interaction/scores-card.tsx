import type { InteractionRow, InteractionView } from '@fairtrial/contracts';
import { formatDuration, formatScore } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { Strip } from '../../charts/strip.tsx';
import { Card } from '../../parts/card.tsx';
import { formatMeanAndSd, scoreLabels } from './interaction-data.ts';

interface ScoresCardProps {
  readonly view: InteractionView;
  readonly attempts: readonly InteractionRow[];
  readonly passThreshold: number | undefined;
}

/** The scores of the reply, latency and tokens. */
export function ScoresCard({ view, attempts, passThreshold }: ScoresCardProps): ReactNode {
  const scores = attempts.map(({ overall }) => overall);
  const { usage, latency_ms: latency, flags } = view;
  return (
    <Card title="Scores">
      <div className="flex items-baseline justify-between">
        <span>All attempts</span>
        <span className="font-semibold">{formatMeanAndSd(scores)}</span>
      </div>
      <div className="my-1">
        <Strip scores={scores} passThreshold={passThreshold} width={230} height={22} />
      </div>
      <dl className="mt-3 grid gap-2">
        {scoreLabels(view.scores).map(([metric, label]) => (
          <Fact key={metric} name={label}>
            {formatScore(view.scores[metric])}
          </Fact>
        ))}
        <Fact name="Latency">{formatDuration(latency)}</Fact>
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
