import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface DatasetLinkProps {
  /** For example `support@7`; `null` if the run played a batch. */
  readonly dataset: string | null;
}

/** The version of the dataset that the scenarios of a run come from. */
export function DatasetLink({ dataset }: DatasetLinkProps): ReactNode {
  if (dataset === null) return null;
  const [name = '', version] = dataset.split('@');
  return (
    <>
      {' · dataset '}
      <Link
        to="/console/datasets/$name"
        params={{ name }}
        search={{ version: Number(version) }}
        className="hover:underline"
      >
        {dataset}
      </Link>
    </>
  );
}
