import type { DatasetView } from '@fairtrial/contracts';
import { formatCount, formatMany } from '@fairtrial/format';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Changes } from '../../format/read-fields.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StaleBar } from '../../parts/stale-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { ChangeFailure, Notice, RemoveDialog } from './change-notices.tsx';
import type { DatasetSearch } from './dataset-search.ts';
import { ScenarioFilterBar } from './scenario-filter-bar.tsx';
import { ScenarioGrid } from './scenario-grid.tsx';
import { StoredScenarioDialog } from './stored-scenario-dialog.tsx';
import {
  editorHref,
  rowActions,
  useListKeys,
  useOpenRow,
  useScenarios,
  type Scenarios,
} from './scenario-rows.ts';
import { useDatasetChanges, type DatasetEditor } from './use-dataset-changes.ts';

interface ScenarioListProps {
  readonly dataset: DatasetView;
  readonly search: DatasetSearch;
  readonly onSearch: (change: Changes<DatasetSearch>) => void;
}

const GRID = ['h-[60vh]'] as const;

/** The scenarios of one version: search, open, and in the latest version delete, duplicate and reorder. */
export function ScenarioList({ dataset, search, onSearch }: ScenarioListProps): ReactNode {
  const { name } = dataset;
  const { row = 0, q, tag, version } = search;
  const selection = { version, q, tag };
  const isFiltered = q !== undefined || tag !== undefined;
  const found = useScenarios(name, selection);
  const { rows } = found;
  const editor = useDatasetChanges({ name, selection, rows, version: found.version });
  const isLatest = version === undefined;
  const { open, shown, close } = useOpenRow({ name, rows, isLatest });
  const move = isLatest && !isFiltered ? editor.move : undefined;
  const goTo = (to: number): void => onSearch({ row: to });
  const moveRow = (from: number, to: number): void => {
    move?.(from, to);
    if (to >= 0 && to < rows.length) goTo(to);
  };
  useListKeys({
    row,
    count: rows.length,
    goTo,
    open,
    moveRow,
    isMovable: move !== undefined,
    editor,
  });
  return (
    <>
      <ScenarioFilterBar dataset={dataset} search={search} onSearch={onSearch} />
      <Warnings dataset={dataset} isLatest={isLatest} found={found} editor={editor} />
      {rows.length === 0 && (
        <NoRows found={found} isFiltered={isFiltered} onSearch={onSearch} name={name} />
      )}
      {rows.length > 0 && (
        <ScenarioGrid
          rows={rows}
          total={isFiltered ? undefined : dataset.version.scenarios}
          row={row}
          isStale={found.isStale || editor.isPending}
          list={JSON.stringify(selection)}
          onOpen={open}
          onMove={move && moveRow}
          actions={(at) =>
            isLatest ? rowActions({ at, rows, open, editor, moveRow: move && moveRow }) : []
          }
          onNearEnd={found.loadMore}
        />
      )}
      <p className="mt-2 text-[13px] text-dim" role="status">
        {countShown(found, isFiltered ? undefined : dataset.version.scenarios)}
      </p>
      {shown !== undefined && (
        <StoredScenarioDialog name={name} id={shown} version={found.version} onClose={close} />
      )}
      <RemoveDialog editor={editor} />
      <Notice editor={editor} />
    </>
  );
}

interface WarningsProps {
  readonly dataset: DatasetView;
  readonly isLatest: boolean;
  readonly found: Scenarios;
  readonly editor: DatasetEditor;
}

/** A newer version, or a change that was not stored. */
function Warnings({ dataset, isLatest, found, editor }: WarningsProps): ReactNode {
  const { error, isPending, dismiss } = editor;
  if (error !== null) {
    const reload = (): void => {
      dismiss();
      found.reload();
    };
    return <ChangeFailure error={error} onRetry={dismiss} onReload={reload} />;
  }
  const isOld = found.version > 0 && dataset.latest.version > found.version;
  if (!isLatest || !isOld || isPending) return null;
  return (
    <div className="mb-3">
      <StaleBar onRefresh={found.reload}>{describeNewer(dataset)}</StaleBar>
    </div>
  );
}

function describeNewer({ latest }: DatasetView): string {
  return latest.author === null
    ? `There is a newer version, ${latest.version}.`
    : `${latest.author} made a newer version, ${latest.version}.`;
}

function countShown(found: Scenarios, total: number | undefined): string {
  const { rows, hasMore, isPending, isStale } = found;
  // The text would move when the rows replace their placeholder.
  if (isPending) return '';
  if (isStale) return 'Loading…';
  if (total !== undefined) return formatMany(total, 'scenario');
  return hasMore
    ? `more than ${formatCount(rows.length)} scenarios`
    : formatMany(rows.length, 'scenario');
}

interface NoRowsProps {
  readonly found: Scenarios;
  readonly isFiltered: boolean;
  readonly name: string;
  readonly onSearch: ScenarioListProps['onSearch'];
}

function NoRows({ found, isFiltered, name, onSearch }: NoRowsProps): ReactNode {
  const navigate = useNavigate();
  if (found.isPending) return <Skeleton label="the scenarios" blocks={GRID} />;
  if (found.error) {
    return (
      <Failure
        what="The scenarios could not be loaded"
        error={found.error}
        onRetry={found.reload}
      />
    );
  }
  if (isFiltered) {
    return (
      <Empty
        action={
          <Button onClick={() => onSearch({ q: undefined, tag: undefined, row: undefined })}>
            Show all
          </Button>
        }
      >
        No scenarios match the search.
      </Empty>
    );
  }
  return (
    <Empty
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button primary onClick={() => void navigate({ href: editorHref(name) })}>
            New scenario
          </Button>
          <Button
            onClick={() => void navigate({ to: '/console/import', search: { dataset: name } })}
          >
            Import
          </Button>
        </div>
      }
    >
      This dataset has no scenarios yet.
    </Empty>
  );
}
