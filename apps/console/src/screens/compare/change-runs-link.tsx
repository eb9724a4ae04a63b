import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { compact } from '../../format/read-fields.ts';
import { PLAIN_BUTTON } from '../../ui/button.tsx';
import type { CompareSearch } from './compare-search.ts';

/** Leads to the list that runs are chosen from. */
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
