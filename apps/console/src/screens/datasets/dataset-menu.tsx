import type { DatasetView } from '@fairtrial/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { datasetKey } from '../../data/dataset-queries.ts';
import { AskDialog } from '../../parts/ask-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';

/** Rare actions of a dataset. */
export function DatasetMenu({ dataset }: { readonly dataset: DatasetView }): ReactNode {
  const { name, archived_at } = dataset;
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const archive = useMutation({
    mutationFn: () => client.request('DELETE /datasets/:name', { name }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: datasetKey(name) });
      await queries.invalidateQueries({ queryKey: ['datasets'] });
      await navigate({ to: '/console/datasets' });
    },
  });
  if (archived_at !== null) return null;
  return (
    <>
      <Menu label="More" items={[{ label: 'Archive', run: () => setAsking(true) }]} />
      <AskDialog
        title={`Archive ${name}?`}
        description="It is no longer listed, and runs can use it only by version. Runs keep their scenarios. The next change of the dataset brings it back."
        action="Archive the dataset"
        open={isAsking}
        onOpenChange={setAsking}
        isPending={archive.isPending}
        error={archive.error}
        onAct={() => archive.mutate()}
      />
    </>
  );
}
