import type { LabelItem, SavedLabel } from '@fairtrial/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { queueQuery, type LabelQueue, type QueueQuery } from '../../../data/label-queries.ts';
import {
  changeLabel,
  findLabel,
  findNext,
  findStart,
  type LabelChange,
  type LabelTarget,
} from './queue-items.ts';

/** A place in a queue, and the labels given since it was opened. */
export interface QueueState {
  /** Position of the current attempt in the queue. */
  readonly at: number;
  readonly item: LabelItem;
  /** What the next label is about. */
  readonly target: LabelTarget;
  readonly note: string;
  /** The label of the current attempt with the result of the judge, if it was given since the queue was opened. */
  readonly saved: SavedLabel | undefined;
  /** The last thing that happened. */
  readonly message: string;
  readonly error: Error | null;
  readonly choose: (target: LabelTarget) => void;
  readonly setNote: (note: string) => void;
  readonly label: (passed: boolean) => void;
  /** Removes the last label. */
  readonly undo: () => void;
  readonly move: (to: 'next' | 'previous') => void;
}

/** Moves through a queue and stores every label as soon as it is given. */
export function useQueue(query: QueueQuery, { draw, items }: LabelQueue): QueueState | undefined {
  const [at, setAt] = useState(() => findStart(items));
  const [target, setTarget] = useState<LabelTarget>(null);
  const [note, setNote] = useState('');
  const [message, setMessage] = useState('');
  const [revealed, setRevealed] = useState<ReadonlyMap<number, SavedLabel>>(new Map());
  // Changed when a key is pressed, not when a label is stored: `u` right after `p` means that label.
  const history = useRef<LabelChange[]>([]);
  const { save, error } = useSaveLabel(query, draw, (change, saved) => {
    setMessage(describeSaved(change, saved));
    if (change.target === null) setRevealed((old) => withRevealed(old, change, saved));
  });
  const item = items[at];
  if (item === undefined) return undefined;
  const goTo = (next: number): void => {
    setAt(next);
    setTarget(null);
    setNote('');
    setMessage('');
  };
  return {
    at,
    item,
    target,
    note,
    saved: revealed.get(item.item),
    message,
    error,
    choose: setTarget,
    setNote,
    label(passed) {
      if (findLabel(item, target)) {
        setMessage('It already has a label. Press u to remove it.');
        return;
      }
      const change = { item: item.item, target, passed, note: note.trim() || null };
      if (save(change)) history.current.push(change);
    },
    undo() {
      const last = history.current.pop() ?? ownLabel(item);
      if (last === undefined) return;
      goTo(items.findIndex((one) => one.item === last.item));
      save({ ...last, passed: null });
    },
    move: (to) => goTo(to === 'next' ? findNext(items, at) : Math.max(0, at - 1)),
  };
}

/** Adds a label with the result of the judge, or drops it if it was removed. */
function withRevealed(
  old: ReadonlyMap<number, SavedLabel>,
  { item, passed }: LabelChange,
  saved: SavedLabel,
): ReadonlyMap<number, SavedLabel> {
  const next = new Map(old);
  if (passed === null) next.delete(item);
  else next.set(item, saved);
  return next;
}

/** The label of the attempt from an earlier visit. */
function ownLabel(item: LabelItem): LabelChange | undefined {
  const label = findLabel(item, null);
  return label && { item: item.item, target: null, passed: label.passed, note: label.note };
}

function describeSaved({ passed, target }: LabelChange, saved: SavedLabel): string {
  if (passed === null) return 'The label is removed.';
  const word = passed ? 'pass' : 'fail';
  if (target !== null) return `Saved: ${word}.`;
  if (saved.judge_passed === null) return `Saved: ${word}. The judge has no verdict.`;
  return `Saved: ${word}. The judge ${saved.judge_passed === passed ? 'agrees' : 'disagrees'}.`;
}

interface SaveLabel {
  /** Returns false if the same label is being stored. */
  readonly save: (change: LabelChange) => boolean;
  readonly error: Error | null;
}

/** Stores labels one after another, and adds them to the cached queue. */
function useSaveLabel(
  query: QueueQuery,
  draw: string,
  onSaved: (change: LabelChange, saved: SavedLabel) => void,
): SaveLabel {
  const client = useClient();
  const queries = useQueryClient();
  const pending = useRef(new Set<string>());
  const { mutate, error } = useMutation({
    scope: { id: `labels ${query.runId}` },
    mutationFn: ({ item, target, passed, note }: LabelChange) =>
      client.request('POST /runs/:run_id/labels', {
        run_id: query.runId,
        body: {
          labels: [{ draw, item, check_id: target, passed, note, labeller: query.labeller }],
          // The judge stays hidden until the whole attempt has its label.
          reveal: target === null,
        },
      }),
    onSuccess: ({ labels: [saved] }, change) => {
      queries.setQueryData(
        queueQuery(client, query).queryKey,
        (old) => old && { ...old, items: changeLabel(old.items, change) },
      );
      if (saved) onSaved(change, saved);
    },
    onSettled: (_saved, _error, change) => {
      pending.current.delete(keyOf(change));
    },
  });
  return {
    // A key pressed twice must not store a second label: it would be given after the judge was shown.
    save(change) {
      if (pending.current.has(keyOf(change))) return false;
      pending.current.add(keyOf(change));
      mutate(change);
      return true;
    },
    error,
  };
}

function keyOf({ item, target, passed }: LabelChange): string {
  return `${item} ${target} ${passed === null}`;
}
