import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ArchivedNameError } from '../../data/create-dataset.ts';

/** Leads to the archived dataset that has the name of a new one; nothing for other errors. */
export function ArchivedName({ error }: { readonly error: Error | null }): ReactNode {
  if (!(error instanceof ArchivedNameError)) return null;
  return (
    <p>
      <Link
        to="/console/datasets/$name"
        params={{ name: error.dataset }}
        className="text-accent hover:underline"
      >
        {`Open the archived dataset ${error.dataset}`}
      </Link>
    </p>
  );
}
