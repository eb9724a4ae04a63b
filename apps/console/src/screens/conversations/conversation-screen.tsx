import type { Conversation, ConversationMessage } from '@fairtrial/contracts';
import { formatDuration, formatMany, formatWhen } from '@fairtrial/format';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { conversationQuery } from '../../data/conversation-queries.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Card } from '../../parts/card.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button } from '../../ui/button.tsx';
import { Message, UserMessage } from '../../parts/conversation/message.tsx';
import { LongText } from '../../parts/conversation/reply-text.tsx';
import { formatTokens } from './conversation-table.tsx';
import { MakeScenariosDialog } from './make-scenarios-dialog.tsx';

const route = getRouteApi('/console/conversations/$id');
const SKELETON_BLOCKS = ['h-16', 'h-96'] as const;
const MAX_TEXT = 2000;

/** A conversation that was read from traces, as a chat. */
export function ConversationScreen(): ReactNode {
  const { id } = route.useParams();
  const { data, isPending, error, refetch } = useQuery(conversationQuery(useClient(), id));
  const [isMaking, setMaking] = useState(false);
  const canMake = data !== undefined && data.scenario !== null;
  useKeys([{ keys: 'm', label: 'Make a scenario', run: () => canMake && setMaking(true) }]);
  return (
    <>
      <PageHead
        title={data?.preview || id}
        crumbs={
          <>
            <Link to="/console/conversations" className="hover:underline">
              Conversations
            </Link>
            {' / '}
            {id}
          </>
        }
        verdict={data !== undefined && <Outcome conversation={data} />}
        actions={
          canMake && (
            <Button primary onClick={() => setMaking(true)}>
              Make a scenario
            </Button>
          )
        }
      />
      {isPending && <Skeleton label="the conversation" blocks={SKELETON_BLOCKS} />}
      {error !== null && data === undefined && (
        <Failure
          what="The conversation could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <Chat conversation={data} />}
      {isMaking && <MakeScenariosDialog ids={[id]} onClose={() => setMaking(false)} />}
    </>
  );
}

function Outcome({ conversation }: { readonly conversation: Conversation }): ReactNode {
  if (!conversation.failed) return null;
  return (
    <Pill tone="bad" glyph="✗">
      failed
    </Pill>
  );
}

function Chat({ conversation }: { readonly conversation: Conversation }): ReactNode {
  const { messages, models, service, started_at: started, ended_at: ended, turns } = conversation;
  const facts = [
    formatWhen(started),
    formatDuration(Date.parse(ended) - Date.parse(started)),
    formatMany(turns, 'turn'),
    `${formatTokens(conversation)} tokens`,
    ...models,
    ...(service === '' ? [] : [service]),
  ];
  return (
    <>
      <p className="mb-3 wrap-anywhere text-dim">{facts.join(' · ')}</p>
      <Card className="max-w-4xl">
        <ol aria-label="Messages" className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {messages.map((message, at) => (
            <li key={at}>
              <ChatMessage message={message} />
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}

function ChatMessage({ message }: { readonly message: ConversationMessage }): ReactNode {
  const { role, text, model, tool, tool_calls: calls, latency_ms: latency, error } = message;
  if (role === 'user') return <UserMessage text={text} />;
  const who = {
    system: 'System',
    assistant: model ?? 'Assistant',
    tool: `Result of ${tool ?? 'a tool'}`,
  };
  return (
    <Message
      who={who[role]}
      border="border-line"
      mark={latency !== null && <span className="text-dim">{formatDuration(latency)}</span>}
    >
      {text !== '' && <LongText text={text} maxCharacters={MAX_TEXT} />}
      {calls.length > 0 && (
        <ol aria-label="Tool calls" className="grid gap-1 text-[13px]">
          {calls.map((call, at) => (
            <li key={at} className="font-mono wrap-anywhere">
              <bdi>{call.name}</bdi> <bdi className="text-dim">{call.arguments}</bdi>
            </li>
          ))}
        </ol>
      )}
      {error !== null && <p className="wrap-anywhere text-bad">✗ {error}</p>}
    </Message>
  );
}
