import type { RunHead } from '@assay/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RunTable } from '../../parts/run-table.tsx';
import { CompareButton } from '../compare/compare-button.tsx';
import type { OverviewView } from './use-overview.ts';

interface RecentRunsProps {
  readonly runs: readonly RunHead[];
  readonly view: OverviewView;
  readonly now: number;
}

/** The newest runs of all tests, to open or to compare. */
export function RecentRuns({ runs, view, now }: RecentRunsProps): ReactNode {
  return (
    <section aria-labelledby="recent-runs">
      <header className="mb-2 flex min-h-9 flex-wrap items-center gap-x-3">
        <h2 id="recent-runs" className="font-semibold">
          Recent runs
        </h2>
        <p className="flex-1 text-[13px] text-dim max-md:hidden">
          <Kbd>j</Kbd> <Kbd>k</Kbd> move, <Kbd>x</Kbd> choose, <Kbd>c</Kbd> compare
        </p>
        <CompareButton picked={view.picked} />
        <Link to="/console/runs" className="text-accent hover:underline">
          All runs
        </Link>
      </header>
      <RunTable
        caption="Recent runs, newest first"
        runs={runs}
        row={view.row}
        picked={view.picked.ids}
        onPick={view.picked.pick}
        now={now}
      />
    </section>
  );
}

function Kbd({ children }: { readonly children: string }): ReactNode {
  return (
    <kbd className="rounded border border-line bg-surface px-1 font-mono text-xs">{children}</kbd>
  );
}
