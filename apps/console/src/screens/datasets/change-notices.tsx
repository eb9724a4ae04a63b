import { ApiError } from '@fairtrial/client';
import type { DatasetConflict } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Button } from '../../ui/button.tsx';
import type { DatasetEditor } from './use-dataset-changes.ts';

/** The conflict of a refused change; `undefined` for other errors. */
function conflictOf(error: unknown): DatasetConflict | undefined {
  return error instanceof ApiError ? error.conflict : undefined;
}

interface ChangeFailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** Loads the latest version. */
  readonly onReload: () => void;
}

/** A change that was not stored: because of a newer version, with what it changed, or for another reason. */
export function ChangeFailure({ error, onRetry, onReload }: ChangeFailureProps): ReactNode {
  const conflict = conflictOf(error);
  if (conflict === undefined) {
    return <Failure what="The change was not stored" error={error} onRetry={onRetry} />;
  }
  return <ConflictBar conflict={conflict} onReload={onReload} />;
}

const MAX_LISTED = 5;

interface ConflictBarProps {
  readonly conflict: DatasetConflict;
  readonly onReload: () => void;
}

function ConflictBar({ conflict, onReload }: ConflictBarProps): ReactNode {
  const { author, latest_version: latest, changes, total } = conflict;
  return (
    <div role="alert" className="mb-3 grid gap-2 rounded-lg border border-warn bg-surface p-3">
      <p className="font-semibold">
        {`Your change was not stored: ${author === null ? 'there is' : `${author} made`} a newer version, ${latest}.`}
      </p>
      <p className="text-dim">
        {`It changes ${formatMany(total, 'scenario')}. Reload to see them, then make your change again.`}
      </p>
      <ul className="grid gap-0.5 empty:hidden">
        {changes.slice(0, MAX_LISTED).map(({ id, name, change }) => (
          <li key={id} className="wrap-anywhere">
            <span className="text-dim">{change}:</span> {name}
          </li>
        ))}
        {total > MAX_LISTED && <li className="text-dim">and {total - MAX_LISTED} more</li>}
      </ul>
      <div>
        <Button onClick={onReload}>Reload</Button>
      </div>
    </div>
  );
}

/** Asks before a scenario is deleted that cannot be restored at its place. */
export function RemoveDialog({ editor }: { readonly editor: DatasetEditor }): ReactNode {
  const { question } = editor;
  if (question === undefined) return null;
  return (
    <AskDialog
      title={`Delete “${question.name}”?`}
      description="In a search this cannot be undone with one click. Earlier versions of the dataset keep the scenario."
      action="Delete the scenario"
      open
      onOpenChange={question.cancel}
      onAct={question.confirm}
      isPending={false}
      error={null}
    />
  );
}

/** Says what was done, at the bottom of the screen, with a button to undo it. */
export function Notice({ editor }: { readonly editor: DatasetEditor }): ReactNode {
  const { notice, isPending, dismiss } = editor;
  if (notice === undefined) return null;
  return (
    <div
      role="status"
      className="fixed bottom-4 left-1/2 z-20 flex max-w-[calc(100vw-2rem)] -translate-x-1/2 items-center gap-2 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 shadow-lg"
    >
      <span className="line-clamp-2 wrap-anywhere">{notice.text}</span>
      {notice.undo && (
        <Button disabled={isPending} onClick={notice.undo}>
          Undo
        </Button>
      )}
      <button
        type="button"
        aria-label="Close the message"
        onClick={dismiss}
        className="grid size-7 shrink-0 place-items-center rounded-md text-dim hover:bg-raised"
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}
