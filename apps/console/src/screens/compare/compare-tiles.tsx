import type { Comparison, ComparisonVerdict, GeneralVerdict } from '@assay/contracts';
import {
  formatChange,
  formatCompactCount,
  formatCost,
  formatP,
  formatScore,
  formatShare,
  VERDICT_LABELS,
} from '@assay/format';
import type { ReactNode } from 'react';
import { Tile, verdictTone } from '../../parts/tile.tsx';

/** The comparison in four numbers. */
export function CompareTiles({ comparison }: { readonly comparison: Comparison }): ReactNode {
  const { metrics, metric, on_this_suite: suite, in_general: general } = comparison;
  const decides = metrics[metric];
  return (
    <div className="mb-4 grid grid-cols-4 gap-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <Tile
        label="Score"
        value={formatScore(decides?.candidate?.mean)}
        tone={verdictTone(suite?.result)}
      >
        baseline {formatScore(decides?.baseline?.mean)}
      </Tile>
      <VerdictTile label="On this suite" unit="attempts" verdict={suite} />
      <VerdictTile label="In general" unit="scenarios" verdict={general} />
      <PassesOrAnswersTile comparison={comparison} />
    </div>
  );
}

/** How many attempts passed; without a pass threshold, how many requests were answered. */
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
      baseline {formatShare(passes.baseline.pass_rate)} · {passes.broken} broken, {passes.fixed}{' '}
      fixed · <span className="whitespace-nowrap">p {formatP(passes.p)}</span>
      {costText(comparison)}
    </Tile>
  );
}

/** The cost of both runs; empty if neither is known. */
function costText({ cost }: Comparison): string {
  if (!cost || (cost.baseline === null && cost.candidate === null)) return '';
  return ` · cost ${formatCost(cost.baseline)} → ${formatCost(cost.candidate)}`;
}

interface VerdictTileProps {
  readonly label: string;
  readonly unit: string;
  readonly verdict: ComparisonVerdict | GeneralVerdict | null;
}

/** A verdict, and how much more data may settle it. */
function VerdictTile({ label, unit, verdict }: VerdictTileProps): ReactNode {
  if (verdict === null) {
    return (
      <Tile label={label} value="not known">
        needs at least two {unit} a side
      </Tile>
    );
  }
  const { result, delta, interval, p } = verdict;
  const additional =
    'additional_attempts' in verdict ? verdict.additional_attempts : verdict.additional_scenarios;
  return (
    <Tile label={label} value={VERDICT_LABELS[result].label} tone={verdictTone(result)}>
      Δ {formatChange(delta, interval)} · <span className="whitespace-nowrap">p {formatP(p)}</span>
      {additional !== null && ` · ${additional} more ${unit} may settle it`}
    </Tile>
  );
}
