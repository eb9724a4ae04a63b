import type { RunView } from '@assay/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '../../parts/page-head.tsx';
import type { RunSearch } from '../run/run-search.ts';

interface InteractionHeadProps {
  readonly run: RunView;
  readonly name: string;
  readonly turn: number;
  readonly turns: number;
  /** The list it was opened from. */
  readonly search: RunSearch;
}

export function InteractionHead({
  run,
  name,
  turn,
  turns,
  search,
}: InteractionHeadProps): ReactNode {
  const of = turns > 0 ? ` of ${turns}` : '';
  return (
    <PageHead
      title={`${name} · turn ${turn + 1}${of}`}
      crumbs={
        <>
          <Link to="/console/runs" className="hover:underline">
            Runs
          </Link>
          {' / '}
          <Link
            to="/console/runs/$runId"
            params={{ runId: run.run_id }}
            search={search}
            className="hover:underline"
          >
            {run.test_name}
          </Link>
          {' / '}
          {run.model_id}
        </>
      }
      verdict={<span className="text-dim">j/k next · 1–9 attempt · d view · Esc back</span>}
    />
  );
}
