import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { refuseArchived } from '../../data/create-dataset.ts';
import { readScenarioDraft, writeScenarioDraft } from '../../data/scenario-draft.ts';
import { datasetChoiceQuery } from '../../data/scenario-queries.ts';
import { Autocomplete } from '../../ui/autocomplete.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { ArchivedName } from './archived-name.tsx';

interface AddToDatasetProps {
  readonly className?: string;
  readonly disabled?: boolean;
  /** The dataset that is proposed. */
  readonly dataset?: string | undefined;
  /** What the new scenario contains, for the dialog. */
  readonly description: string;
  /** Called when a dataset was chosen. */
  readonly makeScenario: () => Promise<Readonly<Record<string, unknown>>>;
  /** The text of the button. */
  readonly children: ReactNode;
}

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Asks for a dataset and opens the editor with a new scenario, which is not saved yet. */
export function AddToDataset({
  makeScenario,
  description,
  dataset = '',
  ...button
}: AddToDatasetProps): ReactNode {
  const client = useClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState(dataset);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const add = async (): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      await refuseArchived(client, name);
      writeScenarioDraft(name, undefined, { scenario: await makeScenario(), base: null });
      await navigate({ to: '/console/datasets/$name/edit', params: { name }, search: {} });
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
    setPending(false);
  };
  return (
    <>
      <Button disabled={button.disabled} className={button.className} onClick={() => setOpen(true)}>
        {button.children}
      </Button>
      <AskDialog
        title="Add to dataset"
        description={`${description} You can edit the scenario before it is saved.`}
        action="Open the editor"
        open={isOpen}
        onOpenChange={setOpen}
        onAct={() => void add()}
        isPending={isPending}
        error={error}
        fault={findFault(name)}
      >
        {isOpen && <DatasetField name={name} onChange={setName} />}
        <ArchivedName error={error} />
      </AskDialog>
    </>
  );
}

function findFault(name: string): string | undefined {
  if (name === '') return 'Choose a dataset, or write the name of a new one.';
  return NAME.test(name) ? undefined : 'Use 1 to 64 characters from a-z, 0-9 and - for the name.';
}

interface DatasetFieldProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
}

function DatasetField({ name, onChange }: DatasetFieldProps): ReactNode {
  const {
    data: datasets = [],
    isError,
    isSuccess,
  } = useQuery(datasetChoiceQuery(useClient(), name));
  const isKnown = datasets.some((dataset) => dataset.name === name);
  const unsaved = NAME.test(name) ? readScenarioDraft(name, undefined) : undefined;
  const hints = [
    ...(isError ? ['The datasets could not be listed; you can write a name.'] : []),
    ...(NAME.test(name) && !isKnown && isSuccess ? ['A new dataset.'] : []),
    ...(unsaved ? ['It replaces a new scenario that you have not saved yet.'] : []),
  ];
  return (
    <Field label="Dataset" hint={hints.join(' ')}>
      {(ids) => (
        <Autocomplete
          {...ids}
          value={name}
          onChange={onChange}
          suggestions={datasets.map(({ name: value }) => ({ value }))}
          placeholder="For example: support"
        />
      )}
    </Field>
  );
}
