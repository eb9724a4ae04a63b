import { ApiError } from '@fairtrial/client';
import { formatMany } from '@fairtrial/format';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../../parts/card.tsx';
import { Button } from '../../../ui/button.tsx';
import { INPUT } from '../../../ui/field.tsx';
import type { ScenarioForm } from '../form/scenario-form.ts';
import type { EditorState } from '../use-editor.ts';
import { describeError } from './save-scenario.ts';
import type { Saving } from './use-saving.ts';

interface SaveCardProps {
  readonly editor: EditorState;
  readonly saving: Saving;
  /** What became of the last save. */
  readonly notice: string;
  readonly dataset: string;
}

/** Saves the scenario, and says whether there is something to save. */
export function SaveCard({ editor, saving, notice, dataset }: SaveCardProps): ReactNode {
  const { isDirty, base, restart } = editor;
  return (
    <Card title="Save">
      <div className="grid gap-2">
        <Problems {...{ editor, saving }} />
        <EmptyTurns turns={editor.form.turns} isShown={isDirty} />
        <input
          aria-label="What changed"
          value={saving.message}
          maxLength={500}
          onChange={({ target }) => saving.setMessage(target.value)}
          placeholder="What changed? (optional)"
          className={INPUT}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button primary disabled={saving.isPending} onClick={saving.save} title="Ctrl+S">
            {saving.isPending ? 'Saving …' : 'Save'}
          </Button>
          {isDirty && <Button onClick={() => restart(base)}>Discard changes</Button>}
          <p role="status" className="min-w-0 flex-1 text-[13px] max-sm:basis-full">
            {isDirty ? (
              <span className="text-warn">● Unsaved changes</span>
            ) : (
              notice && (
                <>
                  ✓ {notice}{' '}
                  <Link to="/console/new" search={{ dataset }} className="underline">
                    Run the dataset
                  </Link>
                </>
              )
            )}
          </p>
        </div>
      </div>
    </Card>
  );
}

interface EmptyTurnsProps extends Pick<ScenarioForm, 'turns'> {
  readonly isShown: boolean;
}

/** Names turns without a user message. The service accepts them, but most were added by mistake. */
function EmptyTurns({ turns, isShown }: EmptyTurnsProps): ReactNode {
  const empty = turns.flatMap(({ message }, at) => (message.trim() === '' ? [at + 1] : []));
  if (!isShown || empty.length === 0 || turns.length === 1) return null;
  return (
    <p className="text-[13px] text-warn">
      {empty.length === 1
        ? `! Turn ${empty[0]} has no user message.`
        : `! Turns ${empty.join(', ')} have no user message.`}
    </p>
  );
}

/** Why the scenario was not saved. */
function Problems({ editor, saving }: Pick<SaveCardProps, 'editor' | 'saving'>): ReactNode {
  const { error, isRefused, conflict } = saving;
  if (isRefused) {
    const { count } = editor.faults;
    return (
      <p role="alert" className="text-bad">
        ✗ Not saved:{' '}
        {editor.json.isReadable
          ? `correct ${formatMany(count, 'field')} with a red text first.`
          : 'correct the JSON first.'}
      </p>
    );
  }
  if (error === null || conflict !== undefined) return null;
  const errors = error instanceof ApiError ? error.errors : [];
  return (
    <div role="alert" className="max-h-40 overflow-auto wrap-anywhere text-bad">
      <p>✗ Not saved: {error.message}</p>
      <ul className="list-disc pl-5">
        {errors.map((one) => (
          <li key={`${one.pointer} ${one.detail}`}>{describeError(one)}</li>
        ))}
      </ul>
    </div>
  );
}
