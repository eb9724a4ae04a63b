import type { RunPasses } from '@fairtrial/contracts';
import { formatCount, formatMany, formatShare, formatShareInterval } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { Tile } from '../tile.tsx';

interface PassTileProps {
  /** `undefined` while it is loading; `null` if the run has no pass threshold and no checks. */
  readonly passes: RunPasses | null | undefined;
  readonly attempts: number;
}

/** pass^k: the probability that all attempts at a scenario pass, as computed by the service. */
export function PassTile({ passes, attempts }: PassTileProps): ReactNode {
  const share = passes?.pass_hat_k[String(attempts)] ?? null;
  return (
    <Tile label={`Passed every attempt (pass^${attempts})`} value={formatShare(share)}>
      {passes === null && 'The run has no pass threshold and no checks.'}
      {passes && describePasses(passes, share, attempts)}
    </Tile>
  );
}

function describePasses(passes: RunPasses, share: number | null, attempts: number): string {
  const { attempts: known, passed, pass_rate, ci95, unknown, flaky_scenarios: flaky } = passes;
  if (share === null) {
    return `Fewer than ${attempts} attempts at a scenario are known to pass or fail (${formatCount(unknown)} are not).`;
  }
  return [
    `${formatCount(passed)} of ${formatMany(known, 'attempt')} passed, ${formatShare(pass_rate)} ${formatShareInterval(ci95)}`,
    ...(flaky > 0 ? [formatMany(flaky, 'flaky scenario')] : []),
    ...(unknown > 0 ? [`${formatCount(unknown)} not known`] : []),
  ].join(' · ');
}
