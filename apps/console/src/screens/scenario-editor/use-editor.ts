import { useEffect, useMemo, useState } from 'react';
import type { LineFinding } from '../../batch/batch-types.ts';
import { readBatch } from '../../batch/read-batch.ts';
import {
  readScenarioDraft,
  writeScenarioDraft,
  type ScenarioDraft,
} from '../../data/scenario-draft.ts';
import { addEdit, continueHistory, redoEdit, startHistory, undoEdit } from './form/edit-history.ts';
import { isFields, isSame } from './form/label-rows.ts';
import { findScenarioFaults, type ScenarioFaults } from './form/scenario-faults.ts';
import {
  EMPTY_SCENARIO,
  readScenario,
  writeScenario,
  type Fields,
  type ScenarioForm,
} from './form/scenario-form.ts';

/** The dataset and scenario in the editor, as they are stored. */
export interface EditedScenario {
  readonly dataset: string;
  /** `undefined` for a new scenario. */
  readonly id: string | undefined;
  readonly base: ScenarioDraft['base'];
}

export interface EditorState {
  readonly form: ScenarioForm;
  readonly faults: ScenarioFaults;
  /** What would be saved. */
  readonly scenario: Fields;
  readonly base: ScenarioDraft['base'];
  readonly isDirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly json: JsonState;
  /** `field` names what is typed in: its letters are undone together. */
  readonly edit: (change: Partial<ScenarioForm>, field?: string) => void;
  readonly editJson: (text: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Starts again from a stored version, with or without changes to it. */
  readonly restart: (base: ScenarioDraft['base'], scenario?: Fields) => void;
  /** Continues from the version that was saved. What was typed after `sent` stays, and is not saved yet. */
  readonly continueFrom: (saved: NonNullable<ScenarioDraft['base']>, sent: Fields) => void;
}

interface JsonState {
  readonly text: string;
  readonly findings: readonly LineFinding[];
  /** False if the text cannot be shown as a form. */
  readonly isReadable: boolean;
}

/** The state of the editor: the form, its history and its draft, which survives a reload. */
export function useEditor({ dataset, id, base: stored }: EditedScenario): EditorState {
  const [draft] = useState(() => readScenarioDraft(dataset, id));
  const [base, setBase] = useState(draft === undefined ? stored : (draft.base ?? stored));
  const [history, setHistory] = useState(() =>
    startHistory(readScenario(draft?.scenario ?? stored?.scenario ?? EMPTY_SCENARIO)),
  );
  const [typed, setTyped] = useState(draft?.json);
  const form = history.present;
  const scenario = useMemo(() => writeScenario(form), [form]);
  const faults = useMemo(() => findScenarioFaults(form), [form]);
  const json = useMemo(() => showJson(typed, scenario), [typed, scenario]);
  const unreadable = json.isReadable ? undefined : typed;
  const isDirty = unreadable !== undefined || !isSame(scenario, base?.scenario ?? EMPTY_SCENARIO);
  useEffect(() => {
    writeScenarioDraft(dataset, id, isDirty ? { scenario, base, json: unreadable } : undefined);
  }, [dataset, id, isDirty, scenario, base, unreadable]);
  const step = (move: typeof undoEdit<ScenarioForm>): void => {
    setTyped(undefined);
    setHistory(move);
  };
  return {
    form,
    faults,
    scenario,
    base,
    isDirty,
    json,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit(change, field) {
      setTyped(undefined);
      setHistory((now) => addEdit(now, { ...now.present, ...change }, field));
    },
    editJson(text) {
      const { scenario: read } = readJson(text);
      setTyped(text);
      if (read) setHistory((now) => addEdit(now, readScenario(read), 'json'));
    },
    undo: () => step(undoEdit),
    redo: () => step(redoEdit),
    restart(next, changed) {
      setBase(next);
      setTyped(undefined);
      setHistory(startHistory(readScenario(changed ?? next?.scenario ?? EMPTY_SCENARIO)));
    },
    continueFrom(saved, sent) {
      const isSent = (now: Fields | undefined): boolean => isSame(now, sent);
      setBase(saved);
      setTyped((text) =>
        text === undefined || isSent(readJson(text).scenario) ? undefined : text,
      );
      setHistory((now) =>
        continueHistory(now, (state) => isSent(writeScenario(state)), readScenario(saved.scenario)),
      );
    },
  };
}

function toText(scenario: Fields): string {
  return JSON.stringify(scenario, undefined, 2);
}

/** What is typed; otherwise what the form wrote, which can be shown as a form even if the service would refuse it. */
function showJson(typed: string | undefined, scenario: Fields): JsonState {
  return typed === undefined
    ? { ...readJson(toText(scenario)), isReadable: true }
    : readJson(typed);
}

/** The text as one scenario. Warnings do not prevent that. */
function readJson(text: string): JsonState & { readonly scenario: Fields | undefined } {
  const { findings, request } = readBatch(text);
  const scenario = request?.test_batch;
  if (isFields(scenario)) return { text, findings, isReadable: true, scenario };
  const several: LineFinding = { level: 'error', line: 1, text: 'this must be one scenario' };
  return {
    text,
    findings: request === undefined ? findings : [several],
    isReadable: false,
    scenario: undefined,
  };
}
