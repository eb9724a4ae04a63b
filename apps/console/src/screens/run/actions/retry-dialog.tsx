import type { RunView } from '@assay/contracts';
import { formatCount, formatMany } from '@assay/format';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { useReloadRun } from '../../../data/use-reload-run.ts';
import { AskDialog } from '../../../parts/ask-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { countMissingTurns } from './count-missing-turns.ts';

interface RetryDialogProps {
  readonly run: RunView;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The largest budget that the service accepts. */
const MAX_CALLS = 2 ** 31 - 1;

/** Retries the turns that have no answer. A run with a budget gets a larger one. */
export function RetryDialog({ run, open, onOpenChange }: RetryDialogProps): ReactNode {
  const client = useClient();
  const reload = useReloadRun(run.run_id);
  const missing = countMissingTurns(run);
  const { budget } = run;
  const [calls, setCalls] = useState((budget?.reserved ?? 0) + missing);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.runs.retry(run.run_id, budget ? { budget: { calls } } : {}),
    onSuccess: async () => {
      onOpenChange(false);
      await reload();
    },
  });
  return (
    <AskDialog
      title={`Retry ${run.test_name}?`}
      description={`${formatMany(missing, 'turn')} without an answer ${missing === 1 ? 'is' : 'are'} played. Finished replies are kept and are not paid for again.`}
      action="Retry"
      open={open}
      onOpenChange={onOpenChange}
      onAct={() => mutate()}
      isPending={isPending}
      error={error}
    >
      {budget && (
        <Field
          label="Call budget"
          hint={`${formatCount(budget.reserved)} of ${formatCount(budget.calls)} are spent; they count.`}
        >
          {(ids) => <NumberInput {...ids} value={calls} max={MAX_CALLS} onChange={setCalls} />}
        </Field>
      )}
    </AskDialog>
  );
}
