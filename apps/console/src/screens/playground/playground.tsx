import type { Settings } from '@assay/contracts';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ChatModel } from '../../data/agent-queries.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Button } from '../../ui/button.tsx';
import { ChatColumn } from './chat-column.tsx';
import { Composer } from './composer.tsx';
import type { PlaygroundSearch } from './playground-search.ts';
import { useChat } from './use-chat.ts';

const route = getRouteApi('/console/playground');

interface PlaygroundProps {
  readonly agent: NonNullable<Settings['agent']>;
  readonly models: readonly ChatModel[];
  /** What stands above the conversation, should something be wrong. */
  readonly children?: ReactNode;
}

/** One conversation, or the same one with two models side by side. */
export function Playground({ agent, models, children }: PlaygroundProps): ReactNode {
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

/** Which models are talked to: as the URL says, else the first there is. */
function useModels(models: readonly ChatModel[]): {
  readonly chosen: Chosen;
  readonly choose: (change: Partial<Chosen>) => void;
} {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // What is being typed must not wait for the URL.
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
