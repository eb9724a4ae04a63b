import type { LabelReport } from '@fairtrial/contracts';
import { formatCount, formatMany, formatShare, formatShareInterval } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { Tile } from '../../../parts/tile.tsx';
import { formatKappa } from './format-kappa.ts';

/** The pass rate by people, the agreement of the judge, and the estimate from earlier runs. */
export function RateTiles({ report }: { readonly report: LabelReport }): ReactNode {
  const { corrected, estimated, agreement, ties } = report;
  const whole = agreement.find(({ check_id }) => check_id === null);
  return (
    <div className="grid grid-cols-3 gap-3 max-lg:grid-cols-1">
      <Tile label="Pass rate by people" value={formatShare(corrected?.pass_rate)}>
        {corrected ? describeCorrected(corrected, ties) : 'No label was given blind in a draw.'}
      </Tile>
      <Tile label="Agreement (κ, 95 % interval)" value={formatKappa(whole?.kappa ?? null)}>
        {whole
          ? describeAgreed(whole)
          : 'No attempt has both a blind label and a verdict of the judge.'}
      </Tile>
      <Tile label="Estimate from earlier runs" value={formatShare(estimated?.pass_rate)}>
        {estimated
          ? `${formatShareInterval(estimated.ci95)} · ${formatMany(estimated.labelled, 'label')} of ${formatMany(estimated.runs, 'run')}. Not used by gates.`
          : 'No earlier run of this test was labelled with the same judge and checks.'}
      </Tile>
    </div>
  );
}

const METHODS = {
  labels: 'labels alone (Wilson)',
  ppi: 'labels and judge (PPI++)',
} as const;

function describeCorrected(
  { ci95, method, labelled, fails }: NonNullable<LabelReport['corrected']>,
  ties: number,
): string {
  return [
    formatShareInterval(ci95),
    METHODS[method],
    `${formatMany(labelled, 'attempt')}, ${formatMany(fails, 'fail')}`,
    ...(ties > 0 ? [`${formatMany(ties, 'tie')} left out`] : []),
  ].join(' · ');
}

function describeAgreed({ agreed, n, kappa }: LabelReport['agreement'][number]): string {
  const text = `The judge agrees on ${formatCount(agreed)} of ${formatMany(n, 'attempt')}.`;
  if (kappa === null) return `${text} κ is not defined, because all labels are the same.`;
  return kappa.interval === null ? `${text} An interval needs at least five scenarios.` : text;
}
