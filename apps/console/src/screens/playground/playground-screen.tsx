import type { Settings } from '@fairtrial/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { agentModelsQuery, type ChatModel } from '../../data/agent-queries.ts';
import { useClient } from '../../data/api-context.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button } from '../../ui/button.tsx';
import { ChatColumn } from './chat-column.tsx';
import { Composer } from './composer.tsx';
import type { PlaygroundSearch } from './playground-search.ts';
import { useChat } from './use-chat.ts';

const SKELETON_BLOCKS = ['h-[70vh]', 'h-16'] as const;

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
              <p>You can still type the id of a model.</p>
            </Failure>
          </div>
        )}
      </Playground>
    );
  }
  return (
    <>
      <PageHead title="Playground" />
      <AgentMissing settings={settings} />
    </>
  );
}

function AgentMissing({ settings }: { readonly settings: UseQueryResult<Settings> }): ReactNode {
  if (settings.isError) {
    return (
      <Failure
        what="The settings of the service could not be loaded"
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    );
  }
  if (settings.data?.agent !== null)
    return <Skeleton label="the playground" blocks={SKELETON_BLOCKS} />;
  return (
    <Empty command="AGENT_URL=http://127.0.0.1:8000 npm start">
      No agent backend is configured: set AGENT_URL to its address.
    </Empty>
  );
}

const route = getRouteApi('/console/playground');

interface PlaygroundProps {
  readonly agent: NonNullable<Settings['agent']>;
  readonly models: readonly ChatModel[];
  /** Errors, shown above the conversation. */
  readonly children?: ReactNode;
}

/** One conversation, or the same one with two models side by side. */
function Playground({ agent, models, children }: PlaygroundProps): ReactNode {
  const { chosen, choose } = useModels(models);
  const chats = [useChat('chat-1'), useChat('chat-2')] as const;
  const shown = chosen.second === undefined ? chats.slice(0, 1) : chats;
  const names = [chosen.model, chosen.second ?? ''];
  const suggestions = models.map(({ id, name }) => ({ value: id, label: name }));
  const other = models.find(({ id }) => id !== chosen.model)?.id ?? chosen.model;
  return (
    <div className="flex h-[calc(100dvh-2rem)] min-h-96 flex-col">
      <PageHead
        title="Playground"
        crumbs={`Agent backend at ${agent.url}`}
        actions={
          <>
            <Button
              aria-pressed={chosen.second !== undefined}
              onClick={() => choose({ second: chosen.second === undefined ? other : undefined })}
            >
              Second model
            </Button>
            <Button onClick={() => chats.forEach((chat) => chat.clear())}>Clear</Button>
          </>
        }
      />
      {children}
      <div
        className={`mb-3 grid min-h-0 flex-1 gap-4 ${shown.length === 2 ? 'sm:grid-cols-2' : ''}`}
      >
        {shown.map((chat, at) => (
          <ChatColumn
            key={at}
            label={at === 0 ? 'Model' : 'Second model'}
            chat={chat}
            model={names[at] ?? ''}
            onModel={(id) => choose(at === 0 ? { model: id } : { second: id })}
            models={suggestions}
            agent={agent}
          />
        ))}
      </div>
      <Composer
        isWriting={shown.some((chat) => chat.isWriting)}
        isReady={shown.every((_, at) => names[at]?.trim() !== '')}
        onSend={(text) => shown.forEach((chat, at) => chat.send(text, (names[at] ?? '').trim()))}
        onStop={() => shown.forEach((chat) => chat.stop())}
      />
    </div>
  );
}

interface Chosen {
  readonly model: string;
  readonly second: string | undefined;
}

/** The models from the URL, otherwise the first of the list. */
function useModels(models: readonly ChatModel[]): {
  readonly chosen: Chosen;
  readonly choose: (change: Partial<Chosen>) => void;
} {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Kept as state, so that typing does not wait for the URL.
  const [typed, setTyped] = useState(search);
  const chosen = { model: typed.model ?? models[0]?.id ?? '', second: typed.second };
  return {
    chosen,
    choose(change) {
      const next = { ...chosen, ...change };
      setTyped(toSearch(next));
      void navigate({ search: toSearch(next), replace: true });
    },
  };
}

function toSearch({ model, second }: Chosen): PlaygroundSearch {
  return { model, ...(second !== undefined && { second }) };
}
