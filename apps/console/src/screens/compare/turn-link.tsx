import type { Comparison } from '@fairtrial/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InteractionPosition } from './comparison-rows.ts';

interface TurnLinkProps {
  readonly comparison: Comparison;
  /** Position in the candidate. */
  readonly position: InteractionPosition;
  readonly children: string;
}

/** Links to an interaction of the candidate, compared with the same interaction of the baseline. */
export function TurnLink({ comparison, position, children }: TurnLinkProps): ReactNode {
  return (
    <Link
      to="/console/runs/$runId/$scenario/$turn"
      params={{
        runId: comparison.candidate.run_id,
        scenario: String(position.scenario),
        turn: String(position.turn),
      }}
      search={{ baseline: comparison.baseline.run_id }}
      title={children}
      className="hover:underline"
    >
      {children}
    </Link>
  );
}
