import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { createDataset } from '../../data/create-dataset.ts';
import { datasetKey } from '../../data/dataset-queries.ts';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { ArchivedName } from '../../parts/dataset/archived-name.tsx';
import { Field, INPUT, type FieldIds } from '../../ui/field.tsx';
import { findNameFault } from './dataset-search.ts';

interface NewDatasetDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const MAX_MESSAGE = 500;
export const NAME_HINT = 'Small letters, digits and -, for example support-cards.';

/** Creates an empty dataset and opens it. */
export function NewDatasetDialog({ open, onOpenChange }: NewDatasetDialogProps): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [message, setMessage] = useState('');
  const create = useMutation({
    mutationFn: () =>
      createDataset(client, name, {
        scenarios: [],
        ...(message.trim() !== '' && { message: message.trim() }),
      }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['datasets'] });
      queries.removeQueries({ queryKey: datasetKey(name) });
      await navigate({ to: '/console/datasets/$name', params: { name } });
    },
  });
  const isValid = name !== '' && findNameFault(name) === undefined;
  return (
    <AskDialog
      title="New dataset"
      description="A dataset is a named list of scenarios. Every change makes a new version."
      action="Create the dataset"
      open={open}
      onOpenChange={onOpenChange}
      isPending={create.isPending}
      error={create.error}
      onAct={() => isValid && create.mutate()}
    >
      <Field label="Name" hint={NAME_HINT} fault={findNameFault(name)}>
        {(ids) => <NameInput ids={ids} value={name} onChange={setName} />}
      </Field>
      <Field label="Message (optional)" hint="Why you make it. It is shown in the list.">
        {(ids) => (
          <input
            {...ids}
            value={message}
            maxLength={MAX_MESSAGE}
            onChange={({ target }) => setMessage(target.value)}
            className={INPUT}
          />
        )}
      </Field>
      <ArchivedName error={create.error} />
    </AskDialog>
  );
}

interface NameInputProps {
  readonly ids: FieldIds;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** The name of a new dataset. */
export function NameInput({ ids, value, onChange }: NameInputProps): ReactNode {
  return (
    <input
      {...ids}
      value={value}
      required
      spellCheck={false}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value.trimStart())}
      onBlur={() => onChange(value.trim())}
      className={INPUT}
    />
  );
}
