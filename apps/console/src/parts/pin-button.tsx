import type { RunHead } from '@assay/contracts';
import { formatWhen } from '@assay/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClient } from '../data/api-context.ts';
import { Button } from '../ui/button.tsx';

interface PinButtonProps {
  readonly run: RunHead;
  /** In a list only the icon is shown. */
  readonly isCompact?: boolean;
}

/** Queries that show whether a run is pinned. */
const PIN_QUERIES = ['run', 'runs', 'recent', 'newest', 'history', 'trend'] as const;

/** Makes a run the pinned baseline of its test, or takes that back. */
export function PinButton({ run, isCompact = false }: PinButtonProps): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const { run_id: runId, pinned } = run;
  const change = useMutation({
    mutationFn: (): Promise<unknown> =>
      pinned ? client.runs.unpin(runId) : client.runs.pin(runId),
    onSettled: () =>
      Promise.all(PIN_QUERIES.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
  if (run.state !== 'completed') return null;
  const Icon = pinned ? PinOff : Pin;
  const label = pinned ? 'Unpin' : 'Pin as baseline';
  const name = `${run.test_name}, ${run.model_id}, ${formatWhen(run.created_at)}`;
  return (
    <>
      <Button
        disabled={change.isPending}
        onClick={() => change.mutate()}
        {...(isCompact && { 'aria-label': `${label}: ${name}`, title: label, className: 'px-2' })}
      >
        <Icon size={16} aria-hidden />
        {!isCompact && label}
      </Button>
      {change.error && (
        <p role="alert" className="text-bad">
          ✗ {change.error.message}
        </p>
      )}
    </>
  );
}

/** Marks the pinned baseline of a test. */
export function PinMark({ run }: { readonly run: Pick<RunHead, 'pinned'> }): ReactNode {
  if (!run.pinned) return null;
  return (
    <span className="inline-flex items-center gap-1 text-[13px] whitespace-nowrap text-accent">
      <Pin size={14} aria-hidden /> pinned
    </span>
  );
}
