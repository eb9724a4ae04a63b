import type { ComparedRun, Comparison } from '@fairtrial/contracts';
import { formatDelta, formatMany, formatWhen, headlineLabel } from '@fairtrial/format';
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { compact } from '../../format/read-fields.ts';
import { TONE_CLASSES } from '../../parts/change.tsx';
import { HeadlineBanner, HeadlineWord } from '../../parts/run/headline-banner.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { WarningList } from '../../parts/run/warning-list.tsx';
import { Button, PLAIN_BUTTON } from '../../ui/button.tsx';
import type { CompareSearch } from './compare-search.ts';
import { nameComparisons, runTitles } from './comparison-labels.ts';
import { describeLimits } from './describe-limits.ts';

interface CompareHeadProps {
  readonly comparison: Comparison;
  readonly comparisons: readonly Comparison[];
  readonly focus: number;
  readonly search: CompareSearch;
  readonly isEmbedded?: boolean;
  readonly onFocus: (focus: number) => void;
  readonly onSwap: () => void;
}

/** The compared runs and the headline of their comparison. */
export function CompareHead(props: CompareHeadProps): ReactNode {
  const { comparison, comparisons, focus, search, onFocus, onSwap, isEmbedded = false } = props;
  const { baseline, candidate } = comparison;
  const [before, after] = runTitles([baseline, candidate]);
  return (
    <>
      {!isEmbedded && (
        <PageHead
          title={`${before} → ${after}`}
          crumbs={`Compare / ${candidate.test_name} · ${formatMany(comparison.compared, 'scenario')}, ${formatMany(candidate.turns.finished, 'turn')} · scenario by scenario, Holm-adjusted`}
          actions={
            <>
              <Button onClick={onSwap} aria-label="Swap baseline and candidate" title="Swap ( s )">
                <ArrowLeftRight size={16} aria-hidden />
              </Button>
              <ChangeRunsLink search={search} />
            </>
          }
        />
      )}
      {isEmbedded ? (
        // The page of the run already shows the headline.
        <Limits comparison={comparison} className="mb-4 text-dim" />
      ) : (
        <HeadlineBanner label="Result of the comparison" headline={comparison.headline}>
          <Limits comparison={comparison} className="mt-2 border-t border-line pt-2 text-text" />
        </HeadlineBanner>
      )}
      <ComparedRunCards comparisons={comparisons} focus={focus} onFocus={onFocus} />
      <WarningList texts={comparison.warnings} />
    </>
  );
}

interface LimitsProps {
  readonly comparison: Comparison;
  readonly className: string;
}

function Limits({ comparison, className }: LimitsProps): ReactNode {
  return (
    <ul aria-label="Limits of the comparison" className={`grid gap-0.5 text-[13px] ${className}`}>
      {describeLimits(comparison).map((limit) => (
        <li key={limit}>{limit}</li>
      ))}
    </ul>
  );
}

interface ComparedRunCardsProps {
  readonly comparisons: readonly Comparison[];
  readonly focus: number;
  readonly onFocus: (focus: number) => void;
}

const CARD = 'min-w-0 flex-1 basis-56 space-y-0.5 rounded-lg border bg-surface px-3 py-2';

/** A card per run. With several candidates, the user chooses here which one to show. */
function ComparedRunCards({ comparisons, focus, onFocus }: ComparedRunCardsProps): ReactNode {
  const [first] = comparisons;
  if (first === undefined) return null;
  const isChoice = comparisons.length > 1;
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <div className={`${CARD} border-dashed border-line`}>
        <RunCard name="baseline" run={first.baseline} />
      </div>
      {nameComparisons(comparisons).map(({ name, comparison }, at) => (
        <div
          key={comparison.candidate.run_id}
          className={`${CARD} ${isChoice && at === focus ? 'border-accent' : 'border-line'}`}
        >
          <RunCard
            name={name}
            run={comparison.candidate}
            change={
              <span className={TONE_CLASSES[headlineLabel(comparison.headline).tone]}>
                <HeadlineWord headline={comparison.headline} />{' '}
                {formatDelta(comparison.metrics[comparison.metric]?.delta)}
              </span>
            }
          >
            {isChoice && (
              <button
                type="button"
                aria-pressed={at === focus}
                onClick={() => onFocus(at)}
                className="text-accent underline-offset-2 hover:underline aria-pressed:text-dim"
              >
                {at === focus ? 'shown' : 'show'}
                <span className="sr-only"> {name}</span>
              </button>
            )}
          </RunCard>
        </div>
      ))}
    </div>
  );
}

interface RunCardProps {
  readonly name: string;
  readonly run: ComparedRun;
  readonly change?: ReactNode;
  readonly children?: ReactNode;
}

function RunCard({ name, run, change, children }: RunCardProps): ReactNode {
  return (
    <>
      <p className="flex justify-between gap-2 text-[13px] text-dim">
        {name}
        {children}
      </p>
      <p className="truncate">
        <Link
          to="/console/runs/$runId"
          params={{ runId: run.run_id }}
          className="font-semibold hover:underline"
        >
          {run.model_id}
        </Link>
        <span className="text-dim"> · {run.test_name}</span>
      </p>
      <p className="flex flex-wrap justify-between gap-x-3 text-[13px]">
        <span className="text-dim">{formatWhen(run.created_at)}</span>
        {change}
      </p>
    </>
  );
}

/** Opens the list in which runs are picked. */
export function ChangeRunsLink({ search }: { readonly search: CompareSearch }): ReactNode {
  return (
    <Link
      to="/console/compare"
      search={compact({ runs: search.runs, choose: 'runs' as const })}
      className={PLAIN_BUTTON}
    >
      Change runs
    </Link>
  );
}
