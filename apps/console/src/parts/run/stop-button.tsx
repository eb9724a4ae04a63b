import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Button } from '../../ui/button.tsx';
import { AskDialog } from '../ask-dialog.tsx';

interface StopButtonProps {
  readonly runId: string;
  readonly name: string;
  readonly isStopping: boolean;
}

/** Cancels an active run after a confirmation, because a run costs time and money. */
export function StopButton({ runId, name, isStopping }: StopButtonProps): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.request('POST /runs/:run_id/cancel', { run_id: runId }),
    onSuccess: () => setAsking(false),
    onSettled: () => queries.invalidateQueries({ queryKey: ['run', runId] }),
  });
  useKeys([{ keys: 's', label: 'Stop the run', run: () => setAsking(true) }]);
  return (
    <>
      <Button disabled={isStopping} onClick={() => setAsking(true)}>
        {isStopping ? 'Stopping …' : 'Stop'}
      </Button>
      <AskDialog
        title={`Stop ${name}?`}
        description="Finished replies are kept and scored. Retry plays the rest later."
        action="Stop the run"
        open={isAsking && !isStopping}
        onOpenChange={setAsking}
        onAct={() => mutate()}
        isPending={isPending}
        error={error}
      />
    </>
  );
}
