import type { ScenarioRow } from '@fairtrial/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../data/api-context.ts';
import {
  changePages,
  datasetKey,
  scenariosQuery,
  type ScenarioSelection,
} from '../../data/dataset-queries.ts';
import { storedScenarioQuery } from '../../data/scenario-queries.ts';
import {
  duplicateScenario,
  moveScenario,
  removeScenario,
  type DatasetEdit,
} from './dataset-edits.ts';

export interface DatasetEditor {
  readonly isPending: boolean;
  /** What was done last, and how to undo it. */
  readonly notice: { readonly text: string; readonly undo: (() => void) | undefined } | undefined;
  readonly error: Error | null;
  /** Deletes a row. In a search it asks first, because it cannot be undone there. */
  readonly remove: (at: number) => void;
  /** The question before a row is deleted. */
  readonly question: RemoveQuestion | undefined;
  readonly duplicate: (at: number) => void;
  /** Moves a row to another position of the list. */
  readonly move: (from: number, to: number) => void;
  readonly dismiss: () => void;
}

interface RemoveQuestion {
  readonly name: string;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

interface EditorInput {
  readonly name: string;
  readonly selection: ScenarioSelection;
  readonly rows: readonly ScenarioRow[];
  /** The version of the rows on the page. */
  readonly version: number;
}

/** Changes scenarios of the latest version. The rows on the page are changed without loading them again. */
export function useDatasetChanges(input: EditorInput): DatasetEditor {
  const { name, selection, rows, version } = input;
  const client = useClient();
  const queries = useQueryClient();
  const [done, setDone] = useState<DatasetEdit>();
  const [asked, setAsked] = useState<ScenarioRow>();
  const isFiltered = (selection.q ?? selection.tag) !== undefined;
  const save = useMutation({
    mutationFn: async (prepare: () => DatasetEdit | Promise<DatasetEdit>) => {
      const edit = await prepare();
      const body = { base_version: version, ...edit.changes };
      return { edit, saved: await client.request('POST /datasets/:name/changes', { name, body }) };
    },
    async onSuccess({ edit, saved }) {
      setDone(edit);
      const { queryKey } = scenariosQuery(client, name, selection);
      // Everything else about the dataset is out of date; only the head is loaded again at once.
      await queries.invalidateQueries({ queryKey: datasetKey(name), refetchType: 'none' });
      queries.setQueryData(
        queryKey,
        (pages) => pages && changePages(pages, saved.version.version, edit.apply),
      );
      void queries.invalidateQueries({ queryKey: [...datasetKey(name), 'head'] });
      void queries.invalidateQueries({ queryKey: ['datasets'] });
    },
  });
  const run = (prepare: () => DatasetEdit | Promise<DatasetEdit>): void => {
    if (!save.isPending) save.mutate(prepare);
  };
  const read = async (at: number) => {
    const id = rows[at]?.id ?? '';
    const stored = await queries.fetchQuery(storedScenarioQuery(client, name, { id, version }));
    return stored.scenario;
  };
  const remove = (at: number): void =>
    run(async () => removeScenario(await read(at), { rows, at, isFiltered }));
  const undo = done?.undo;
  return {
    isPending: save.isPending,
    notice: done && { text: done.done, undo: undo && (() => run(() => undo)) },
    error: save.error,
    remove: (at) => (isFiltered ? setAsked(rows[at]) : remove(at)),
    question: asked && {
      name: asked.name,
      confirm() {
        remove(rows.findIndex(({ id }) => id === asked.id));
        setAsked(undefined);
      },
      cancel: () => setAsked(undefined),
    },
    duplicate: (at) => run(async () => duplicateScenario(await read(at), { rows, at }, version)),
    move: (at, to) => {
      const edit = moveScenario({ rows, at }, to);
      if (edit !== undefined) run(() => edit);
    },
    dismiss: () => {
      setDone(undefined);
      save.reset();
    },
  };
}
