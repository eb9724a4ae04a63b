import type { DatasetSaved } from '@fairtrial/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../../data/api-context.ts';
import {
  readScenarioDraft,
  writeScenarioDraft,
  type ScenarioDraft,
} from '../../../data/scenario-draft.ts';
import { forgetDatasets } from '../../../data/scenario-queries.ts';
import { isSame } from '../form/label-rows.ts';
import type { Fields } from '../form/scenario-form.ts';
import type { EditorState } from '../use-editor.ts';
import type { ConflictDialogProps } from './conflict-dialog.tsx';
import { saveScenario, type SaveInput, type SaveOutcome } from './save-scenario.ts';

export interface Saving {
  readonly message: string;
  readonly setMessage: (message: string) => void;
  readonly save: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** True after a try to save a form with faults, until it has none. */
  readonly isRefused: boolean;
  readonly conflict: ConflictDialogProps | undefined;
}

type Conflict = Extract<SaveOutcome, { readonly state: 'conflict' }>;

export interface SavePlace {
  readonly dataset: string;
  /** `undefined` for a new scenario. */
  readonly id: string | undefined;
  /** The latest version of the dataset; `null` if it is new. */
  readonly latest: number | null;
  /** Called with what became of a save. */
  readonly onNotice: (notice: string) => void;
  readonly onSaved: (id: string) => void;
}

/** Saves the scenario as a version. A conflict is shown and resolved by the user. */
export function useSaving(editor: EditorState, place: SavePlace): Saving {
  const { dataset, id, onNotice, onSaved } = place;
  const client = useClient();
  const queries = useQueryClient();
  const [message, setMessage] = useState('');
  const [isTried, setTried] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const mutation = useMutation({
    mutationFn: (input: SaveInput) => saveScenario(client, input),
    async onSuccess(outcome, sent) {
      if (outcome.state === 'conflict') {
        setConflict(outcome);
        return;
      }
      const { saved, scenario } = outcome;
      const { version } = saved.version;
      setMessage((now) => (now === sent.message ? '' : now));
      setConflict(undefined);
      editor.continueFrom({ scenario, version }, sent.scenario);
      await forgetDatasets(queries);
      // Last, because a save is ignored while another one is pending: who reads that it is saved may save again.
      onNotice(describeSaved(saved));
      if (id !== undefined) return;
      moveDraft(dataset, { scenario, version }, sent.scenario);
      onSaved(String(scenario['id']));
    },
  });
  const start = (scenario: Fields, version: number | null): void => {
    onNotice('');
    mutation.mutate({ dataset, id, scenario, version, message });
  };
  const save = (): void => {
    setTried(true);
    if (mutation.isPending || !editor.json.isReadable || editor.faults.count > 0) return;
    start(editor.scenario, editor.base?.version ?? place.latest);
  };
  return {
    message,
    setMessage,
    save,
    isPending: mutation.isPending,
    error: mutation.error,
    isRefused: isTried && (editor.faults.count > 0 || !editor.json.isReadable),
    conflict: conflict && {
      ...conflict,
      base: editor.base?.scenario ?? null,
      mine: editor.scenario,
      isPending: mutation.isPending,
      error: mutation.error,
      onSave(scenario) {
        const { latest_version: version } = conflict.conflict;
        if (conflict.theirs !== null)
          editor.restart({ scenario: conflict.theirs, version }, scenario);
        start(scenario, version);
      },
      onClose: () => setConflict(undefined),
    },
  };
}

/** What was typed while a new scenario was saved becomes the draft of the saved one. */
function moveDraft(dataset: string, base: NonNullable<ScenarioDraft['base']>, sent: Fields): void {
  const draft = readScenarioDraft(dataset, undefined);
  writeScenarioDraft(dataset, undefined, undefined);
  if (draft === undefined || (draft.json === undefined && isSame(draft.scenario, sent))) return;
  const { id } = base.scenario;
  writeScenarioDraft(dataset, String(id), {
    ...draft,
    scenario: { ...draft.scenario, id },
    base,
  });
}

function describeSaved({ created, version: { version } }: DatasetSaved): string {
  return created
    ? `Saved as version ${version}.`
    : `Nothing changed: version ${version} has the same content.`;
}
