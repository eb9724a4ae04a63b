/** The states of a form, for undo and redo. */
export interface EditHistory<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** The field of the last edit: further edits of the same field are undone together with it. */
  readonly field: string | undefined;
}

const MAX_STEPS = 200;

export function startHistory<State>(present: State): EditHistory<State> {
  return { past: [], present, future: [], field: undefined };
}

/** After a save: starts again from what is stored, unless the state was edited after it was sent. */
export function continueHistory<State>(
  history: EditHistory<State>,
  isSent: (state: State) => boolean,
  stored: State,
): EditHistory<State> {
  return isSent(history.present) ? startHistory(stored) : history;
}

/** Adds an edit. Edits of one field in a row are one step, so that undo does not go letter by letter. */
export function addEdit<State>(
  { past, present, field: last }: EditHistory<State>,
  next: State,
  field?: string,
): EditHistory<State> {
  const isSameStep = field !== undefined && field === last;
  return {
    past: isSameStep ? past : [...past, present].slice(-MAX_STEPS),
    present: next,
    future: [],
    field,
  };
}

export function undoEdit<State>(history: EditHistory<State>): EditHistory<State> {
  const { past, present, future } = history;
  const [before] = past.slice(-1);
  if (past.length === 0) return history;
  return {
    past: past.slice(0, -1),
    present: before as State,
    future: [present, ...future],
    field: undefined,
  };
}

export function redoEdit<State>(history: EditHistory<State>): EditHistory<State> {
  const { past, present, future } = history;
  const [next, ...later] = future;
  if (future.length === 0) return history;
  return { past: [...past, present], present: next as State, future: later, field: undefined };
}
