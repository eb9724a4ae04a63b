import type { RunView } from '@fairtrial/contracts';
import { formatMany, formatWhen } from '@fairtrial/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { loadCode } from '../../../data/load-code.ts';
import { isOver } from '../../../data/run-queries.ts';
import { AskDialog } from '../../../parts/ask-dialog.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { countMissingTurns } from './count-missing-turns.ts';

/** The two dialogs with form fields are loaded on demand, because most visits do not open them. */
const RescoreDialog = lazy(async () => ({
  default: (await loadCode(() => import('./rescore-dialog.tsx'))).RescoreDialog,
}));

const RetryDialog = lazy(async () => ({
  default: (await loadCode(() => import('./retry-dialog.tsx'))).RetryDialog,
}));

type Action = 'retry' | 'rescore' | 'delete';

/** The actions for a finished run. Each asks for confirmation. */
export function RunActions({ run }: { readonly run: RunView }): ReactNode {
  const [action, setAction] = useState<Action>();
  if (!isOver(run.state)) return null;
  const missing = countMissingTurns(run);
  const ask = (next: Action) => ({ open: action === next, onOpenChange: close });
  function close(open: boolean): void {
    if (!open) setAction(undefined);
  }
  const items = [
    ...(missing > 0
      ? [{ label: `Retry ${formatMany(missing, 'turn')} …`, run: () => setAction('retry') }]
      : []),
    ...(run.result ? [{ label: 'Rescore …', run: () => setAction('rescore') }] : []),
    { label: 'Delete …', run: () => setAction('delete') },
  ];
  return (
    <>
      <Menu label="Actions" items={items} />
      <Suspense>
        {action === 'retry' && <RetryDialog run={run} {...ask('retry')} />}
        {action === 'rescore' && run.result && (
          <RescoreDialog run={run} result={run.result} {...ask('rescore')} />
        )}
      </Suspense>
      <DeleteDialog run={run} {...ask('delete')} />
    </>
  );
}

interface DeleteDialogProps {
  readonly run: RunView;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

function DeleteDialog({ run, open, onOpenChange }: DeleteDialogProps): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.request('DELETE /runs/:run_id', { run_id: run.run_id }),
    onSuccess: async () => {
      await navigate({ to: '/console/runs' });
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(run.run_id) });
      await queries.invalidateQueries();
    },
  });
  return (
    <AskDialog
      title={`Delete ${run.test_name}?`}
      description={`The run of ${run.model_id}, ${formatWhen(run.created_at)}, is removed with its replies and scores. This cannot be undone.`}
      action="Delete the run"
      open={open}
      onOpenChange={onOpenChange}
      onAct={() => mutate()}
      isPending={isPending}
      error={error}
    />
  );
}
