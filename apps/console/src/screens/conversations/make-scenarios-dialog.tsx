import type { Client } from '@fairtrial/client';
import type { TestBatch } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { addToDataset } from '../../data/create-dataset.ts';
import { datasetKey } from '../../data/dataset-queries.ts';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { ArchivedName } from '../../parts/dataset/archived-name.tsx';
import { DatasetSelect } from '../../parts/dataset/dataset-select.tsx';
import { Field } from '../../ui/field.tsx';
import { findNameFault } from '../datasets/dataset-search.ts';
import { NAME_HINT, NameInput } from '../datasets/new-dataset-dialog.tsx';

interface MakeScenariosDialogProps {
  /** Ids of conversations. */
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

/** A choice that is no name of a dataset. */
const NEW = '';
const FIXED = [{ value: NEW, label: 'A new dataset' }] as const;
const TO_REVIEW = 'to-review';

/** Adds conversations to a dataset as scenarios, and opens the dataset with those that are to be reviewed. */
export function MakeScenariosDialog({ ids, onClose }: MakeScenariosDialogProps): ReactNode {
  const [target, setTarget] = useState<string>(NEW);
  const [newName, setNewName] = useState('');
  const isNew = target === NEW;
  const name = isNew ? newName : target;
  const fault = isNew ? findNameFault(newName) : undefined;
  const add = useAdd({ ids, name, isNew });
  return (
    <AskDialog
      title={`Make ${formatMany(ids.length, 'scenario')}`}
      description={`User messages become messages of the scenario, and replies become references. Scenarios get the tag ${TO_REVIEW}: a reply is not a good reference until you have read it.`}
      action={`Add to ${name === '' ? '…' : name}`}
      open
      onOpenChange={onClose}
      isPending={add.isPending}
      error={add.error}
      onAct={() => name !== '' && fault === undefined && add.mutate()}
    >
      <div>
        <DatasetSelect
          label="Add to"
          prefix="Add to: "
          fixed={FIXED}
          value={target}
          onChange={setTarget}
        />
      </div>
      {isNew && (
        <Field label="Name of the new dataset" hint={NAME_HINT} fault={fault}>
          {(fieldIds) => <NameInput ids={fieldIds} value={newName} onChange={setNewName} />}
        </Field>
      )}
      <ArchivedName error={add.error} />
    </AskDialog>
  );
}

interface AddInput {
  readonly ids: readonly string[];
  readonly name: string;
  readonly isNew: boolean;
}

function useAdd(input: AddInput) {
  const { name } = input;
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => addScenarios(client, input),
    async onSuccess() {
      queries.removeQueries({ queryKey: datasetKey(name) });
      await queries.invalidateQueries({ queryKey: ['datasets'] });
      const search = { tag: TO_REVIEW };
      await navigate({ to: '/console/datasets/$name', params: { name }, search });
    },
  });
}

async function addScenarios(client: Client, { ids, name, isNew }: AddInput): Promise<unknown> {
  const scenarios: TestBatch[] = [];
  for (const id of ids) {
    const { scenario } = await client.request('GET /conversations/:id', { id });
    if (scenario !== null) scenarios.push(markForReview(scenario));
  }
  if (scenarios.length === 0)
    throw new Error('These conversations have no user messages. Choose others.');
  const message = `Add ${formatMany(scenarios.length, 'conversation')}`;
  return addToDataset(client, { name, isNew, scenarios, message });
}

function markForReview(scenario: TestBatch): TestBatch {
  return { ...scenario, tags: [...new Set([...(scenario.tags ?? []), TO_REVIEW])] };
}
