import { ApiError } from '@fairtrial/client';
import type { FieldError, StoredTarget, Target } from '@fairtrial/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { targetsQuery } from '../../../data/settings-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, INPUT } from '../../../ui/field.tsx';
import { OwnRequestForm } from './own-request-form.tsx';
import { toTarget, type OwnRequest } from './own-request.ts';
import { placeFaults } from './place-faults.ts';

interface OwnRequestPanelProps {
  readonly own: OwnRequest;
  readonly onChange: (change: Partial<OwnRequest>) => void;
  readonly targets: readonly StoredTarget[];
  /** Errors of the service in a test call or in the request of a run. */
  readonly errors: readonly FieldError[];
  /** Called with the name under which the target was stored. */
  readonly onSave: (name: string) => void;
}

interface SavedTarget {
  readonly name: string;
  readonly target: Target;
}

/** Describes an own request, and stores it under a name. */
export function OwnRequestPanel(props: OwnRequestPanelProps): ReactNode {
  const { own, onChange, targets, errors, onSave } = props;
  const client = useClient();
  const queries = useQueryClient();
  const target = toTarget(own);
  const save = useMutation({
    mutationFn: (saved: SavedTarget) =>
      client.request('PUT /targets/:name', { name: saved.name, body: saved.target }),
    async onSuccess(_, { name }) {
      await queries.invalidateQueries(targetsQuery(client));
      onSave(name);
    },
  });
  const isCurrent =
    JSON.stringify(save.variables) === JSON.stringify({ name: own.name.trim(), target });
  const error = isCurrent ? save.error : null;
  const faults = placeFaults([...errors, ...listErrors(error)]);
  return (
    <div className="grid gap-3">
      <OwnRequestForm own={own} onChange={onChange} faults={faults} />
      <SaveForm
        name={own.name}
        onName={(name) => onChange({ name })}
        isTaken={targets.some(({ name }) => name === own.name.trim())}
        isDisabled={own.name.trim() === '' || target === undefined || save.isPending}
        error={error}
        onSave={() => target && save.mutate({ name: own.name.trim(), target })}
      />
    </div>
  );
}

/** The body of the request to store a target is the target itself. */
function listErrors(error: Error | null): readonly FieldError[] {
  const errors = error instanceof ApiError ? error.errors : [];
  return errors.map(({ pointer, detail }) => ({ pointer: `/target${pointer}`, detail }));
}

interface SaveFormProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  /** True if a stored target has this name. */
  readonly isTaken: boolean;
  readonly isDisabled: boolean;
  readonly error: Error | null;
  readonly onSave: () => void;
}

function SaveForm({ name, onName, isTaken, isDisabled, error, onSave }: SaveFormProps): ReactNode {
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isDisabled) onSave();
  };
  return (
    <form onSubmit={onSubmit} className="flex items-start gap-2 border-t border-line pt-3">
      <Field
        label="Save as"
        hint={
          isTaken
            ? 'The stored target of this name is replaced. Earlier runs keep theirs.'
            : 'Stored for the project, so that other runs can name it.'
        }
        fault={error?.message}
        className="w-full max-w-sm"
      >
        {(ids) => (
          <input
            {...ids}
            value={name}
            onChange={({ target }) => onName(target.value)}
            placeholder="support-chat"
            className={INPUT}
          />
        )}
      </Field>
      <Button type="submit" disabled={isDisabled} className="mt-6">
        Save
      </Button>
    </form>
  );
}
