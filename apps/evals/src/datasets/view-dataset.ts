import type { Dataset, DatasetVersion } from '@fairtrial/contracts';
import type { DatasetRow, VersionRow } from '../db/datasets/stored-datasets.ts';

export function viewVersion(row: VersionRow): DatasetVersion {
  const { version, content_hash, scenarios, interactions, changes, author, message, madeAt } = row;
  const created_at = madeAt.toISOString();
  return { version, content_hash, scenarios, interactions, changes, author, message, created_at };
}

export function viewDataset(
  { name, createdAt, archivedAt }: DatasetRow,
  latest: VersionRow,
): Dataset {
  return {
    name,
    created_at: createdAt.toISOString(),
    archived_at: archivedAt?.toISOString() ?? null,
    latest: viewVersion(latest),
  };
}
