import type { TestBatch } from '@fairtrial/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Client } from '@fairtrial/client';
import { useClient } from '../../data/api-context.ts';
import { addToDataset } from '../../data/create-dataset.ts';
import { datasetKey } from '../../data/dataset-queries.ts';
import { DatasetSelect } from '../../parts/dataset/dataset-select.tsx';
import { Field } from '../../ui/field.tsx';
import { findNameFault, type DatasetSearch } from './dataset-search.ts';
import { NAME_HINT, NameInput } from './new-dataset-dialog.tsx';

export interface DatasetChoice {
  /** The name of the dataset; empty if it is not written yet. */
  readonly name: string;
  readonly isNew: boolean;
  /** What is wrong with the name of a new dataset. */
  readonly fault: string | undefined;
  /** The fields for the choice. */
  readonly fields: ReactNode;
}

/** A choice that is no name of a dataset. */
const NEW = '';
const FIXED = [{ value: NEW, label: 'A new dataset' }] as const;

/** A choice between the datasets and a new one. */
export function useDatasetChoice(proposed: string = NEW): DatasetChoice {
  const [target, setTarget] = useState(proposed);
  const [newName, setNewName] = useState('');
  const isNew = target === NEW;
  const fault = isNew ? findNameFault(newName) : undefined;
  const fields = (
    <>
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
        <Field label="Name of the new dataset" hint={NAME_HINT} fault={fault} className="max-w-72">
          {(ids) => <NameInput ids={ids} value={newName} onChange={setNewName} />}
        </Field>
      )}
    </>
  );
  return { name: isNew ? newName : target, isNew, fault, fields };
}

interface Added {
  readonly scenarios: TestBatch[];
  /** The message of the new version. */
  readonly message: string;
}

interface AddOptions {
  readonly choice: DatasetChoice;
  readonly load: (client: Client) => Promise<Added>;
  /** What the dataset is opened with. */
  readonly search?: DatasetSearch;
}

/** Adds scenarios to the chosen dataset and opens it. */
export function useAddScenarios({ choice: { name, isNew }, load, search = {} }: AddOptions) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => addToDataset(client, { name, isNew, ...(await load(client)) }),
    async onSuccess() {
      queries.removeQueries({ queryKey: datasetKey(name) });
      await queries.invalidateQueries({ queryKey: ['datasets'] });
      await navigate({ to: '/console/datasets/$name', params: { name }, search });
    },
  });
}
