import type { ComparedRun, Comparison } from '@assay/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatWhen } from '../../format/when.ts';
import { Change } from '../../parts/change.tsx';
import { nameComparisons } from './name-comparisons.ts';

interface RunSidesProps {
  readonly comparisons: readonly Comparison[];
  readonly focus: number;
  readonly onFocus: (focus: number) => void;
}

const CARD = 'min-w-0 flex-1 basis-56 space-y-0.5 rounded-lg border bg-surface px-3 py-2';

/** The runs that are compared. With several candidates, the one that the screen is about is chosen here. */
export function RunSides({ comparisons, focus, onFocus }: RunSidesProps): ReactNode {
  const [first] = comparisons;
  if (first === undefined) return null;
  const isChoice = comparisons.length > 1;
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <div className={`${CARD} border-dashed border-line`}>
        <Side name="baseline" run={first.baseline} />
      </div>
      {nameComparisons(comparisons).map(({ name, comparison }, at) => (
        <div
          key={comparison.candidate.run_id}
          className={`${CARD} ${isChoice && at === focus ? 'border-accent' : 'border-line'}`}
        >
          <Side
            name={name}
            run={comparison.candidate}
            change={
              <Change
                delta={comparison.metrics[comparison.metric]?.delta}
                interval={comparison.on_this_suite?.interval}
                word={comparison.on_this_suite?.result}
              />
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
          </Side>
        </div>
      ))}
    </div>
  );
}

interface SideProps {
  readonly name: string;
  readonly run: ComparedRun;
  readonly change?: ReactNode;
  readonly children?: ReactNode;
}

function Side({ name, run, change, children }: SideProps): ReactNode {
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
