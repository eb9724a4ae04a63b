import type { StoredTarget } from '@fairtrial/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { targetsQuery } from '../../../data/settings-query.ts';
import { describeTarget } from '../../../format/describe-target.ts';
import { AskDialog } from '../../../parts/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';

interface StoredTargetPanelProps {
  readonly stored: StoredTarget;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** What a stored target does, with buttons to change and to delete it. */
export function StoredTargetPanel({ stored, ...on }: StoredTargetPanelProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="grid gap-3 rounded-md border border-line bg-bg p-3">
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1 text-[13px]">
        {describeTarget(stored.target).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-dim">{name}</dt>
            <dd className="font-mono wrap-anywhere whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={on.onEdit}>Edit</Button>
        <Button onClick={() => setAsking(true)}>Delete</Button>
      </div>
      {isAsking && (
        <DeleteDialog name={stored.name} onClose={() => setAsking(false)} onDelete={on.onDelete} />
      )}
    </div>
  );
}

interface DeleteDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

function DeleteDialog({ name, onClose, onDelete }: DeleteDialogProps): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.request('DELETE /targets/:name', { name }),
    async onSuccess() {
      onDelete();
      await queries.invalidateQueries(targetsQuery(client));
    },
  });
  return (
    <AskDialog
      title={`Delete the target ${name}`}
      description="Requests can no longer name it. Earlier runs keep theirs."
      action="Delete the target"
      open
      onOpenChange={(open) => !open && onClose()}
      onAct={() => mutate()}
      isPending={isPending}
      error={error}
    />
  );
}
