import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { storedScenarioQuery } from '../../data/scenario-queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ScenarioChat, ScenarioJson } from './scenario-chat.tsx';

interface StoredScenarioDialogProps {
  readonly name: string;
  readonly id: string;
  readonly version: number;
  readonly onClose: () => void;
}

const BLOCKS = ['h-40'] as const;

/** A scenario of an old version, which cannot be edited. */
export function StoredScenarioDialog(props: StoredScenarioDialogProps): ReactNode {
  const { name, id, version, onClose } = props;
  const found = useQuery(storedScenarioQuery(useClient(), name, { id, version }));
  const scenario = found.data?.scenario;
  return (
    <Dialog
      title={scenario?.name ?? id}
      description={`Version ${version} of ${name}. Old versions cannot be edited.`}
      open
      onOpenChange={onClose}
    >
      {found.isPending && <Skeleton label="the scenario" blocks={BLOCKS} />}
      {found.isError && (
        <Failure
          what="The scenario could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {scenario && (
        <>
          <ScenarioChat scenario={scenario} />
          <ScenarioJson scenario={scenario} />
        </>
      )}
      <Button className="mt-3" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  );
}
