import type { Dataset } from '@fairtrial/contracts';
import { formatAgo, formatCount, formatWhen, NONE } from '@fairtrial/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { datasetsQuery } from '../../data/dataset-queries.ts';
import { compact, type Changes } from '../../format/read-fields.ts';
import { rowKeys, useKeys } from '../../keys/use-keys.ts';
import { Empty } from '../../parts/empty.tsx';
import { FilterInput } from '../../parts/filter-input.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { CELL, Table, TableRow, type Column } from '../../parts/table.tsx';
import { Button, PLAIN_BUTTON } from '../../ui/button.tsx';
import { readDatasetsSearch, type DatasetsSearch } from './dataset-search.ts';
import { NewDatasetDialog } from './new-dataset-dialog.tsx';

const route = getRouteApi('/console/datasets');

/** Every dataset of the project. */
export function DatasetsScreen(): ReactNode {
  const search = route.useSearch({
    select: (all) => readDatasetsSearch({ ...all }),
    structuralSharing: true,
  });
  const found = useInfiniteQuery(datasetsQuery(useClient(), search.q));
  const datasets = found.data?.pages.flatMap((page) => page.datasets) ?? [];
  const [isNew, setNew] = useState(false);
  const change = useListKeys(datasets, search);
  const actions = <Actions onNew={() => setNew(true)} />;
  const isUnused = found.isSuccess && datasets.length === 0 && search.q === undefined;
  return (
    <>
      <PageHead title="Datasets" actions={isUnused ? undefined : actions} />
      {!isUnused && (
        <div className="mb-4 flex">
          <FilterInput
            label="Part of the name"
            placeholder="Name   ( / )"
            value={search.q ?? ''}
            onChange={(text) => change({ q: text || undefined, row: undefined })}
          />
        </div>
      )}
      <PagedList
        what="datasets"
        found={found}
        count={datasets.length}
        more="Load more datasets"
        empty={
          isUnused ? (
            <Unused actions={actions} />
          ) : (
            <Empty
              action={<Button onClick={() => change({ q: undefined })}>Show all datasets</Button>}
            >
              No dataset has this name.
            </Empty>
          )
        }
      >
        <DatasetTable datasets={datasets} row={search.row ?? 0} now={found.dataUpdatedAt} />
      </PagedList>
      {isNew && <NewDatasetDialog open onOpenChange={setNew} />}
    </>
  );
}

function Actions({ onNew }: { readonly onNew: () => void }): ReactNode {
  return (
    <>
      <Link to="/console/import" className={PLAIN_BUTTON}>
        Import
      </Link>
      <Button primary onClick={onNew}>
        New dataset
      </Button>
    </>
  );
}

function Unused({ actions }: { readonly actions: ReactNode }): ReactNode {
  return (
    <Empty action={<div className="flex flex-wrap justify-center gap-2">{actions}</div>}>
      A dataset is a stored list of scenarios that keeps every version and can be run as often as
      you want.
    </Empty>
  );
}

/** `j`, `k` and Enter. Returns a function that changes the URL. */
function useListKeys(
  datasets: readonly Dataset[],
  search: DatasetsSearch,
): (change: Changes<DatasetsSearch>) => void {
  const navigate = useNavigate();
  const { row = 0 } = search;
  const change = (next: Changes<DatasetsSearch>): void => {
    const changed = compact({ ...search, ...next });
    void navigate({ to: '/console/datasets', search: changed, replace: true });
  };
  const open = (): void => {
    const name = datasets[row]?.name;
    if (name !== undefined) void navigate({ to: '/console/datasets/$name', params: { name } });
  };
  useKeys([
    ...rowKeys({
      what: 'dataset',
      row,
      count: datasets.length,
      onRow: (next) => change({ row: next }),
    }),
    { keys: 'Enter', label: 'Open the dataset', run: open },
  ]);
  return change;
}

const COLUMNS: readonly Column[] = [
  ['Name', 'w-1/4'],
  ['Scenarios', 'text-right'],
  ['Version', 'text-right'],
  ['Last change'],
  ['By'],
  ['Message', 'w-1/3'],
];

interface DatasetTableProps {
  readonly datasets: readonly Dataset[];
  readonly row: number;
  readonly now: number;
}

function DatasetTable({ datasets, row, now }: DatasetTableProps): ReactNode {
  return (
    <Table caption="Datasets" columns={COLUMNS}>
      {datasets.map(({ name, latest }, at) => (
        <TableRow key={name} isCurrent={at === row}>
          <td className={`${CELL} max-w-80 min-w-44`}>
            <Link
              to="/console/datasets/$name"
              params={{ name }}
              className="font-medium wrap-anywhere hover:underline"
            >
              {name}
            </Link>
          </td>
          <td className={`${CELL} text-right`}>{formatCount(latest.scenarios)}</td>
          <td className={`${CELL} text-right`}>{latest.version}</td>
          <td className={`${CELL} whitespace-nowrap`} title={formatWhen(latest.created_at)}>
            {formatAgo(latest.created_at, now)}
          </td>
          <td className={`${CELL} max-w-48 truncate`}>{latest.author ?? NONE}</td>
          <td className={`${CELL} max-w-96 min-w-40 truncate text-dim`} title={latest.message}>
            {latest.message || NONE}
          </td>
        </TableRow>
      ))}
    </Table>
  );
}
