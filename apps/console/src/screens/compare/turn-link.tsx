import type { Comparison } from '@assay/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TurnSpot } from './change-rows.ts';

interface TurnLinkProps {
  readonly comparison: Comparison;
  /** In the candidate. */
  readonly place: TurnSpot;
  readonly children: string;
}

/** An interaction of the candidate, beside the same one of the baseline. */
export function TurnLink({ comparison, place, children }: TurnLinkProps): ReactNode {
  return (
    <Link
      to="/console/runs/$runId/$scenario/$turn"
      params={{
        runId: comparison.candidate.run_id,
        scenario: String(place.scenario),
        turn: String(place.turn),
      }}
      search={{ baseline: comparison.baseline.run_id }}
      title={children}
      className="hover:underline"
    >
      {children}
    </Link>
  );
}
