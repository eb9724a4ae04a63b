import type { DatasetVersion, DatasetView } from '@fairtrial/contracts';
import { formatAgo, formatCount, formatWhen, NONE } from '@fairtrial/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { versionsQuery } from '../../data/dataset-queries.ts';
import { PagedList } from '../../parts/paged-list.tsx';
import { CELL, HIDDEN_NAME, Table, TableRow, type Column } from '../../parts/table.tsx';
import { Button } from '../../ui/button.tsx';

interface VersionsTabProps {
  readonly dataset: DatasetView;
  /** Compares two versions. */
  readonly onCompare: (from: number, to: number) => void;
}

const COLUMNS: readonly Column[] = [
  ['Choose', HIDDEN_NAME],
  ['Version', 'text-right'],
  ['When'],
  ['By'],
  ['Message', 'w-1/3'],
  ['Scenarios', 'text-right'],
  ['Changes'],
];

/** The versions of a dataset, newest first. Two of them can be chosen and compared. */
export function VersionsTab({ dataset, onCompare }: VersionsTabProps): ReactNode {
  const found = useInfiniteQuery(versionsQuery(useClient(), dataset.name));
  const versions = found.data?.pages.flatMap((page) => page.versions) ?? [];
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const choose = (version: number): void =>
    setChosen(
      chosen.includes(version)
        ? chosen.filter((one) => one !== version)
        : [...chosen, version].slice(-2),
    );
  const [from, to] = chosen.toSorted((a, b) => a - b);
  return (
    <PagedList what="versions" found={found} count={versions.length} more="Load older versions">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Button
          disabled={from === undefined || to === undefined}
          onClick={() => from !== undefined && to !== undefined && onCompare(from, to)}
        >
          {to === undefined ? 'Compare two versions' : `Compare versions ${from} and ${to}`}
        </Button>
        {to === undefined && <span className="text-dim">Choose two versions.</span>}
      </div>
      <Table caption="Versions, newest first" columns={COLUMNS}>
        {versions.map((version) => (
          <VersionRow
            key={version.version}
            name={dataset.name}
            version={version}
            now={found.dataUpdatedAt}
            isChosen={chosen.includes(version.version)}
            onChoose={choose}
          />
        ))}
      </Table>
    </PagedList>
  );
}

interface VersionRowProps {
  readonly name: string;
  readonly version: DatasetVersion;
  readonly now: number;
  readonly isChosen: boolean;
  readonly onChoose: (version: number) => void;
}

function VersionRow({ name, version: one, now, isChosen, onChoose }: VersionRowProps): ReactNode {
  const { version, created_at, author, message, scenarios, changes } = one;
  return (
    <TableRow>
      <td className={CELL}>
        <input
          type="checkbox"
          aria-label={`Version ${version}`}
          checked={isChosen}
          onChange={() => onChoose(version)}
          className="size-4 accent-accent"
        />
      </td>
      <td className={`${CELL} text-right`}>
        <Link
          to="/console/datasets/$name"
          params={{ name }}
          search={{ version }}
          aria-label={`Open version ${version}`}
          className="inline-block min-w-6 font-medium text-accent underline-offset-2 hover:underline"
        >
          {version}
        </Link>
      </td>
      <td className={`${CELL} whitespace-nowrap`} title={formatWhen(created_at)}>
        {formatAgo(created_at, now)}
      </td>
      <td className={`${CELL} max-w-48 truncate`}>{author ?? NONE}</td>
      <td className={`${CELL} max-w-96 min-w-40 wrap-anywhere`}>{message || NONE}</td>
      <td className={`${CELL} text-right`}>{formatCount(scenarios)}</td>
      <td className={`${CELL} whitespace-nowrap`}>{describeChanges(changes)}</td>
    </TableRow>
  );
}

/** 2 added, 1 changed. */
export function describeChanges(changes: DatasetVersion['changes']): string {
  const { added, removed, changed, moved } = changes;
  const parts = Object.entries({ added, removed, changed, moved })
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${formatCount(count)} ${kind}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
