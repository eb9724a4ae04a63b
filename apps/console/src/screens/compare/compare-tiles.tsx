import type {
  Comparison,
  ComparisonVerdict,
  GeneralVerdict,
  RunPasses,
} from '@fairtrial/contracts';
import {
  formatAttemptsNeeded,
  formatCompactCount,
  formatCost,
  formatDelta,
  formatP,
  formatScenariosNeeded,
  formatScore,
  formatShare,
  verdictLabel,
} from '@fairtrial/format';
import type { ReactNode } from 'react';
import { formatVerdictInterval } from '../../format/confidence.ts';
import { Tile } from '../../parts/tile.tsx';

/** The comparison in four numbers. */
export function CompareTiles({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const { metrics, metric, basis, on_this_suite: suite, in_general: general } = comparison;
  const decides = metrics[metric];
  return (
    <div className="mb-4 grid grid-cols-4 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <Tile label="Score" value={formatScore(decides?.candidate?.mean)}>
        baseline {formatScore(decides?.baseline?.mean)}
      </Tile>
      <VerdictTile
        label="On this suite"
        verdict={suite}
        basis={basis}
        needs="needs two attempts or more per run"
        more={suite?.additional_attempts}
        formatNeeded={formatAttemptsNeeded}
      />
      <VerdictTile
        label="In general"
        verdict={general}
        basis={basis}
        needs="on other scenarios like these: needs ten scenarios or more"
        more={general?.additional_scenarios}
        formatNeeded={formatScenariosNeeded}
      />
      <PassesOrAnswersTile comparison={comparison} />
    </div>
  );
}

/** The share of passed attempts; without a pass threshold, the share of answered requests. */
function PassesOrAnswersTile({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const { passes, baseline, candidate } = comparison;
  if (passes === null) {
    return (
      <Tile label="Answered" value={formatShare(candidate.availability)}>
        baseline {formatShare(baseline.availability)} · tokens{' '}
        {formatCompactCount(baseline.usage.total_tokens)} →{' '}
        {formatCompactCount(candidate.usage.total_tokens)}
        {costText(comparison)}
      </Tile>
    );
  }
  return (
    <Tile label="Attempts that passed" value={formatShare(passes.candidate.pass_rate)}>
      baseline {formatShare(passes.baseline.pass_rate)} ·{' '}
      <span className="whitespace-nowrap">p {formatP(passes.p)}</span>
      {allPassText(passes.baseline, passes.candidate)}
      {costText(comparison)}
    </Tile>
  );
}

/** The cost of both runs; empty if neither cost is known. */
function costText({ cost }: Comparison): string {
  if (cost.baseline === null && cost.candidate === null) return '';
  return ` · cost ${formatCost(cost.baseline)} → ${formatCost(cost.candidate)}`;
}

/** pass^k of both runs, for the largest k that both have. */
function allPassText(baseline: RunPasses, candidate: RunPasses): string {
  const k = Object.keys(candidate.pass_hat_k).findLast((key) => key in baseline.pass_hat_k);
  if (k === undefined) return '';
  return ` · pass^${k} ${formatShare(baseline.pass_hat_k[k])} → ${formatShare(candidate.pass_hat_k[k])}`;
}

interface VerdictTileProps {
  readonly label: string;
  readonly verdict: ComparisonVerdict | GeneralVerdict | null;
  readonly basis: Comparison['basis'];
  /** Data that a missing verdict needs. */
  readonly needs: string;
  /** Number of additional attempts or scenarios that make a conclusive verdict likely. */
  readonly more: number | null | undefined;
  readonly formatNeeded: (more: number) => string;
}

/** A verdict with its confidence interval, the detectable change, and the additional data it may need. */
function VerdictTile(props: VerdictTileProps): ReactNode {
  const { label, verdict, basis, needs, more, formatNeeded } = props;
  const { label: word } = verdictLabel(verdict?.result, basis);
  if (verdict === null) {
    return (
      <Tile label={label} value={word}>
        {needs}
      </Tile>
    );
  }
  const { delta, p, smallest_detectable: detectable } = verdict;
  return (
    <Tile label={label} value={word}>
      Δ {formatDelta(delta)} {formatVerdictInterval(verdict)} ·{' '}
      <span className="whitespace-nowrap">p {formatP(p)}</span>
      {detectable !== null && ` · detectable change ${formatScore(detectable)} (80 % power)`}
      {typeof more === 'number' && ` · ${formatNeeded(more)}`}
    </Tile>
  );
}
