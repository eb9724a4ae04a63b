import type { ImportResult } from '@fairtrial/contracts';
import { INPUT_LIMITS } from '@fairtrial/contracts/plain';
import { formatMany } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { Card } from '../../../parts/card.tsx';
import { ArchivedName } from '../../../parts/dataset/archived-name.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangeFailure } from '../change-notices.tsx';
import { useAddScenarios, useDatasetChoice } from '../dataset-choice.tsx';

interface AddScenariosProps {
  /** The name of the imported file. */
  readonly file: string;
  readonly result: ImportResult;
  /** The dataset that was open before. */
  readonly dataset: string | undefined;
}

/** A button with the name of a dataset can be wider than a small screen. */
const WRAPS = 'h-auto! min-h-9 text-left wrap-anywhere whitespace-normal!';

/** The last step: adds the scenarios to a dataset. */
export function AddScenarios({ file, result, dataset }: AddScenariosProps): ReactNode {
  const choice = useDatasetChoice(dataset);
  const { name } = choice;
  const { scenarios } = result;
  const fault = findFault(result, choice.fault);
  const isReady = fault === undefined && name !== '';
  const message = `Import ${file}`.slice(0, 500);
  const add = useAddScenarios({ choice, load: async () => ({ scenarios, message }) });
  return (
    <Card title="4 · Dataset">
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) add.mutate();
        }}
      >
        {choice.fields}
        {!choice.isNew && (
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
