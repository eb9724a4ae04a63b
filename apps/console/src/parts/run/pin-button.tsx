import type { RunHead } from '@fairtrial/contracts';
import { formatWhen } from '@fairtrial/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { Button } from '../../ui/button.tsx';

interface PinProps {
  readonly run: RunHead;
}

/** Queries whose results show whether a run is pinned. */
const PIN_QUERIES = ['run', 'runs', 'recent', 'newest', 'history', 'trend'] as const;

interface PinChange {
  readonly toggle: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Pins a run as the baseline of its test, or unpins it. */
function usePin({ run_id: runId, pinned }: RunHead): PinChange {
  const client = useClient();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (): Promise<unknown> =>
      pinned
        ? client.request('DELETE /runs/:run_id/pin', { run_id: runId })
        : client.request('PUT /runs/:run_id/pin', { run_id: runId }),
    onSettled: () =>
      Promise.all(PIN_QUERIES.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
  return { toggle: () => mutate(), isPending, error };
}

/** Pins or unpins the run of a page. Not rendered for a run that is not completed, since it cannot be a baseline. */
export function PinButton({ run }: PinProps): ReactNode {
  const { toggle, isPending, error } = usePin(run);
  if (run.state !== 'completed') return null;
  const Icon = run.pinned ? PinOff : Pin;
  return (
    <>
      <Button disabled={isPending} onClick={toggle}>
        <Icon size={16} aria-hidden />
        {run.pinned ? 'Unpin' : 'Pin as baseline'}
      </Button>
      <PinFailure error={error} />
    </>
  );
}

/** The pin button in a row of a list: a filled pin marks the pinned baseline. */
export function PinToggle({ run }: PinProps): ReactNode {
  const { toggle, isPending, error } = usePin(run);
  if (run.state !== 'completed') return null;
  const label = run.pinned ? 'Unpin' : 'Pin as baseline';
  const name = `${run.test_name}, ${run.model_id}, ${formatWhen(run.created_at)}`;
  return (
    <>
      <button
        type="button"
        disabled={isPending}
        onClick={toggle}
        aria-label={`${label}: ${name}`}
        title={run.pinned ? 'Pinned baseline: unpin' : label}
        className={`grid size-7 place-items-center rounded hover:bg-line ${run.pinned ? 'text-accent' : 'text-dim'}`}
      >
        <Pin size={15} aria-hidden fill={run.pinned ? 'currentColor' : 'none'} />
      </button>
      <PinFailure error={error} />
    </>
  );
}

function PinFailure({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return null;
  return (
    <p role="alert" className="text-bad">
      ✗ {error.message}
    </p>
  );
}

/** Shown next to a title if the run is the pinned baseline of its test. */
export function PinMark({ run }: { readonly run: Pick<RunHead, 'pinned'> }): ReactNode {
  if (!run.pinned) return null;
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-accent">
      <Pin size={14} aria-hidden fill="currentColor" /> pinned baseline
    </span>
  );
}
