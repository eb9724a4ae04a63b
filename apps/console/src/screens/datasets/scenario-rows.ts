import type { ScenarioRow } from '@fairtrial/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../data/api-context.ts';
import { datasetKey, scenariosQuery, type ScenarioSelection } from '../../data/dataset-queries.ts';
import { rowKeys, useKeys } from '../../keys/use-keys.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import type { DatasetEditor } from './use-dataset-changes.ts';

/** The address of the editor of a scenario; without an id, of a new one. */
export function editorHref(name: string, id?: string): string {
  const path = `/console/datasets/${encodeURIComponent(name)}/edit`;
  return id === undefined ? path : `${path}?id=${encodeURIComponent(id)}`;
}

export interface Scenarios {
  readonly rows: readonly ScenarioRow[];
  /** The version of the rows; 0 before they are loaded. */
  readonly version: number;
  readonly hasMore: boolean;
  readonly isPending: boolean;
  /** True while the rows still belong to the previous search. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly loadMore: () => void;
  /** Loads everything about the dataset again. */
  readonly reload: () => void;
}

/** The rows loaded so far, and a function that loads more. */
export function useScenarios(name: string, selection: ScenarioSelection): Scenarios {
  const queries = useQueryClient();
  const found = useInfiniteQuery(scenariosQuery(useClient(), name, selection));
  const { data, hasNextPage, isFetching, fetchNextPage } = found;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.scenarios) ?? [], [data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  // A page of a search can be empty although there are more matches.
  const isSearching = rows.length === 0 && hasNextPage;
  useEffect(() => {
    if (isSearching) loadMore();
  }, [isSearching, loadMore]);
  return {
    rows,
    version: data?.pages[0]?.version ?? 0,
    hasMore: hasNextPage,
    isPending: found.isPending || isSearching,
    isStale: found.isPlaceholderData,
    error: found.error,
    loadMore,
    reload: () => void queries.resetQueries({ queryKey: datasetKey(name) }),
  };
}

interface OpenRowInput {
  readonly name: string;
  readonly rows: readonly ScenarioRow[];
  readonly isLatest: boolean;
}

/** Opens a row in the editor; a scenario of an old version is shown in a dialog. */
export function useOpenRow({ name, rows, isLatest }: OpenRowInput) {
  const navigate = useNavigate();
  const [shown, setShown] = useState<string>();
  const open = (at: number): void => {
    const id = rows[at]?.id;
    if (id === undefined) return;
    if (isLatest) void navigate({ href: editorHref(name, id) });
    else setShown(id);
  };
  return { open, shown, close: () => setShown(undefined) };
}

interface ListKeys {
  readonly row: number;
  readonly count: number;
  readonly goTo: (row: number) => void;
  readonly open: (row: number) => void;
  readonly moveRow: (from: number, to: number) => void;
  readonly isMovable: boolean;
  readonly editor: DatasetEditor;
}

export function useListKeys(list: ListKeys): void {
  const { row, count, goTo, open, moveRow, isMovable, editor } = list;
  const undo = editor.notice?.undo;
  useKeys([
    ...rowKeys({ what: 'scenario', row, count, onRow: goTo }),
    { keys: 'Enter', label: 'Open the scenario', run: () => open(row) },
    ...(isMovable
      ? [
          { keys: 'Alt-ArrowUp', label: 'Move up', run: () => moveRow(row, row - 1) },
          { keys: 'Alt-ArrowDown', label: 'Move down', run: () => moveRow(row, row + 1) },
        ]
      : []),
    ...(undo ? [{ keys: 'u', label: 'Undo', run: undo }] : []),
  ]);
}

interface RowActions {
  readonly at: number;
  readonly rows: readonly ScenarioRow[];
  readonly open: (at: number) => void;
  readonly editor: DatasetEditor;
  readonly moveRow: ((from: number, to: number) => void) | undefined;
}

export function rowActions({ at, rows, open, editor, moveRow }: RowActions): readonly MenuItem[] {
  return [
    { label: 'Edit', run: () => open(at) },
    { label: 'Duplicate', run: () => editor.duplicate(at) },
    ...(moveRow && at > 0 ? [{ label: 'Move up', run: () => moveRow(at, at - 1) }] : []),
    ...(moveRow && at < rows.length - 1
      ? [{ label: 'Move down', run: () => moveRow(at, at + 1) }]
      : []),
    { label: 'Delete', run: () => editor.remove(at) },
  ];
}
