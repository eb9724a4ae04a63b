import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { PRIMARY_BUTTON } from '../../ui/button.tsx';

export function NothingToCompare(): ReactNode {
  return (
    <Empty
      command="npx assay compare BASELINE CANDIDATE"
      action={
        <Link to="/console/new" className={PRIMARY_BUTTON}>
          New run
        </Link>
      }
    >
      Two runs with a score are needed for a comparison.
    </Empty>
  );
}
