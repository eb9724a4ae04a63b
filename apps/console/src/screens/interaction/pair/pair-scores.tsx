import type { InteractionView } from '@fairtrial/contracts';
import { formatDelta, formatDuration, formatScore } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { Card } from '../../../parts/card.tsx';
import { scoreLabels } from '../interaction-data.ts';

interface PairScoresProps {
  readonly before: InteractionView;
  readonly after: InteractionView;
}

const CELL = 'py-1 pr-3 text-right tabular-nums max-sm:pr-1';

/** Every score of the two replies. These are single replies, so a difference is not a verdict. */
export function PairScores({ before, after }: PairScoresProps): ReactNode {
  const labels = scoreLabels({ ...before.scores, ...after.scores });
  return (
    <Card title="Scores of the two replies" className="mb-3">
      <table className="w-full max-w-2xl max-sm:text-xs">
        <thead>
          <tr className="text-right text-dim">
            <th scope="col" className="py-1 pr-3 text-left font-medium">
              metric
            </th>
            {['baseline', 'candidate', 'difference'].map((name) => (
              <th key={name} scope="col" className="py-1 pr-3 font-medium max-sm:pr-1">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map(([metric, label]) => (
            <tr key={metric} className="border-t border-line">
              <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere max-sm:pr-1">
                {label}
              </th>
              <td className={CELL}>{formatScore(before.scores[metric])}</td>
              <td className={CELL}>{formatScore(after.scores[metric])}</td>
              <td className={CELL}>{formatDelta(difference(before, after, metric))}</td>
            </tr>
          ))}
          <tr className="border-t border-line">
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              Latency
            </th>
            <td className={CELL}>{formatDuration(before.latency_ms)}</td>
            <td className={CELL}>{formatDuration(after.latency_ms)}</td>
            <td />
          </tr>
        </tbody>
      </table>
    </Card>
  );
}

function difference(
  before: InteractionView,
  after: InteractionView,
  metric: string,
): number | undefined {
  const [old, now] = [before.scores[metric], after.scores[metric]];
  return typeof old === 'number' && typeof now === 'number' ? now - old : undefined;
}
