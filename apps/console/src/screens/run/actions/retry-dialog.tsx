import type { EvaluationRequest, RunView } from '@fairtrial/contracts';
import { formatCount, formatMany } from '@fairtrial/format';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { requestQuery } from '../../../data/run-queries.ts';
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
  const { data: request, isLoading } = useQuery({
    ...requestQuery(client, run.run_id),
    enabled: open,
  });
  // Conversations with a session can need every turn again; the retry makes no more calls than it needs.
  const needed = startsAgain(request) ? run.turns.total : missing;
  const [chosenCalls, setCalls] = useState<number>();
  const calls = chosenCalls ?? (budget?.reserved ?? 0) + needed;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      client.request('POST /runs/:run_id/retry', {
        run_id: run.run_id,
        body: budget ? { budget: { calls } } : {},
      }),
    onSuccess: async () => {
      onOpenChange(false);
      await reload();
    },
  });
  return (
    <AskDialog
      title={`Retry ${run.test_name}?`}
      description={`${formatMany(missing, 'turn')} without an answer ${missing === 1 ? 'is' : 'are'} played. ${describeAnswered(request)}`}
      action="Retry"
      open={open}
      onOpenChange={onOpenChange}
      onAct={() => mutate()}
      isPending={isPending || isLoading}
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

/** Says what happens to the answered turns; nothing before the request is loaded. */
function describeAnswered(request: EvaluationRequest | undefined): string {
  if (request === undefined) return '';
  if (hasSession(request)) return 'Conversations with a session start again from the first turn.';
  return hasSimulatedUser(request)
    ? 'Conversations with a simulated user start again from the first turn.'
    : 'Finished replies are kept and are not paid for again.';
}

function startsAgain(request: EvaluationRequest | undefined): boolean {
  return request !== undefined && (hasSession(request) || hasSimulatedUser(request));
}

function hasSession({ target }: EvaluationRequest): boolean {
  return typeof target === 'object' && target.session !== undefined;
}

function hasSimulatedUser({ test_batch: scenarios = [] }: EvaluationRequest): boolean {
  return [scenarios].flat().some(({ user }) => user !== undefined);
}
