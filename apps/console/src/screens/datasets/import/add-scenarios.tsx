import type { ImportResult } from '@fairtrial/contracts';
import { INPUT_LIMITS } from '@fairtrial/contracts/plain';
import { formatMany } from '@fairtrial/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { addToDataset } from '../../../data/create-dataset.ts';
import { datasetKey } from '../../../data/dataset-queries.ts';
import { Card } from '../../../parts/card.tsx';
import { ArchivedName } from '../../../parts/dataset/archived-name.tsx';
import { DatasetSelect } from '../../../parts/dataset/dataset-select.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { ChangeFailure } from '../change-notices.tsx';
import { findNameFault } from '../dataset-search.ts';
import { NAME_HINT, NameInput } from '../new-dataset-dialog.tsx';

interface AddScenariosProps {
  /** The name of the imported file. */
  readonly file: string;
  readonly result: ImportResult;
  /** The dataset that was open before. */
  readonly dataset: string | undefined;
}

/** A choice that is no name of a dataset. */
const NEW = '';
const FIXED = [{ value: NEW, label: 'A new dataset' }] as const;

/** A button with the name of a dataset can be wider than a small screen. */
const WRAPS = 'h-auto! min-h-9 text-left wrap-anywhere whitespace-normal!';

/** The last step: adds the scenarios to a dataset. */
export function AddScenarios({ file, result, dataset }: AddScenariosProps): ReactNode {
  const [target, setTarget] = useState(dataset ?? NEW);
  const [newName, setNewName] = useState('');
  const { scenarios } = result;
  const isNew = target === NEW;
  const name = isNew ? newName : target;
  const fault = findFault(result, isNew ? findNameFault(newName) : undefined);
  const isReady = fault === undefined && name !== '';
  const add = useAdd({ name, isNew, file, result });
  return (
    <Card title="4 · Dataset">
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) add.mutate();
        }}
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
          <Field
            label="Name of the new dataset"
            hint={NAME_HINT}
            fault={findNameFault(newName)}
            className="max-w-72"
          >
            {(ids) => <NameInput ids={ids} value={newName} onChange={setNewName} />}
          </Field>
        )}
        {!isNew && (
          <p className="text-[13px] text-dim">
            A scenario replaces the one with the same id; all others are added at the end.
          </p>
        )}
        {fault !== undefined && <p className="text-bad">✗ {fault}</p>}
        <div>
          <Button primary type="submit" className={WRAPS} disabled={add.isPending || !isReady}>
            {`Add ${formatMany(scenarios.length, 'scenario')} to ${name === '' ? '…' : name}`}
          </Button>
        </div>
        <ArchivedName error={add.error} />
        {add.error !== null && (
          <ChangeFailure error={add.error} onRetry={() => add.mutate()} onReload={add.reset} />
        )}
      </form>
    </Card>
  );
}

/** The number of bytes of a change next to its scenarios. */
const ENVELOPE_BYTES = 10_000;

function findFault(
  { scenarios, columns }: ImportResult,
  nameFault: string | undefined,
): string | undefined {
  if (scenarios.length === 0) {
    const isChosen = columns.some(({ use }) => use === 'user_message');
    return columns.length === 0 || isChosen
      ? 'The file has no scenarios to add.'
      : 'Choose the column that becomes the user message.';
  }
  if (
    scenarios.length > INPUT_LIMITS.list_items ||
    new Blob([JSON.stringify(scenarios)]).size > INPUT_LIMITS.body_bytes - ENVELOPE_BYTES
  ) {
    return 'These scenarios are too many for one request. Import the file with the CLI: fairtrial import, then fairtrial datasets push.';
  }
  return nameFault;
}

interface AddInput extends Omit<AddScenariosProps, 'dataset'> {
  readonly name: string;
  readonly isNew: boolean;
}

function useAdd({ name, isNew, file, result: { scenarios } }: AddInput) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      addToDataset(client, { name, isNew, scenarios, message: `Import ${file}`.slice(0, 500) }),
    async onSuccess() {
      queries.removeQueries({ queryKey: datasetKey(name) });
      await queries.invalidateQueries({ queryKey: ['datasets'] });
      await navigate({ to: '/console/datasets/$name', params: { name } });
    },
  });
}
