import type { Client } from '@fairtrial/client';
import type { TestBatch } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { ArchivedName } from '../../parts/dataset/archived-name.tsx';
import { useAddScenarios, useDatasetChoice } from '../datasets/dataset-choice.tsx';

interface MakeScenariosDialogProps {
  /** Ids of conversations. */
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

const TO_REVIEW = 'to-review';

/** Adds conversations to a dataset as scenarios, and opens the dataset with those that are to be reviewed. */
export function MakeScenariosDialog({ ids, onClose }: MakeScenariosDialogProps): ReactNode {
  const choice = useDatasetChoice();
  const { name, fault } = choice;
  const load = (client: Client) => loadScenarios(client, ids);
  const add = useAddScenarios({ choice, load, search: { tag: TO_REVIEW } });
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
      {choice.fields}
      <ArchivedName error={add.error} />
    </AskDialog>
  );
}

async function loadScenarios(client: Client, ids: readonly string[]) {
  const scenarios: TestBatch[] = [];
  for (const id of ids) {
    const { scenario } = await client.request('GET /conversations/:id', { id });
    if (scenario !== null) scenarios.push(markForReview(scenario));
  }
  if (scenarios.length === 0)
    throw new Error('These conversations have no user messages. Choose others.');
  return { scenarios, message: `Add ${formatMany(scenarios.length, 'conversation')}` };
}

function markForReview(scenario: TestBatch): TestBatch {
  return { ...scenario, tags: [...new Set([...(scenario.tags ?? []), TO_REVIEW])] };
}
