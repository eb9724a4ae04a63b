import type { Settings } from '@assay/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { agentModelsQuery } from '../../data/agent-queries.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Playground } from './playground.tsx';

const CHAT = ['h-[70vh]', 'h-16'] as const;

/** Chat with the agent backend. */
export function PlaygroundScreen(): ReactNode {
  const client = useClient();
  const settings = useQuery(settingsQuery(client));
  const agent = settings.data?.agent ?? undefined;
  const models = useQuery(agentModelsQuery(client, agent !== undefined));
  if (agent !== undefined && !models.isPending) {
    return (
      <Playground agent={agent} models={models.data ?? []}>
        {models.isError && (
          <div className="mb-3">
            <Failure
              what="The models could not be listed"
              error={models.error}
              onRetry={() => void models.refetch()}
            >
              <p>A model can still be named by hand.</p>
            </Failure>
          </div>
        )}
      </Playground>
    );
  }
  return (
    <>
      <PageHead title="Playground" />
      <NotYet settings={settings} />
    </>
  );
}

/** No agent backend is known, or not yet. */
function NotYet({ settings }: { readonly settings: UseQueryResult<Settings> }): ReactNode {
  if (settings.isError) {
    return (
      <Failure
        what="The service does not say how it is set up"
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    );
  }
  if (settings.data?.agent !== null) return <Skeleton label="the playground" blocks={CHAT} />;
  return (
    <Empty command="AGENT_URL=http://127.0.0.1:8000 npm run evals">
      No agent backend is configured: set AGENT_URL to its address.
    </Empty>
  );
}
