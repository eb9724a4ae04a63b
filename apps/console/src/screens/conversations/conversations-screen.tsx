import type { ConversationHead } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { conversationsQuery } from '../../data/conversation-queries.ts';
import { compact } from '../../format/read-fields.ts';
import { rowKeys, useKeys } from '../../keys/use-keys.ts';
import { Empty } from '../../parts/empty.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Button } from '../../ui/button.tsx';
import { ConversationTable } from './conversation-table.tsx';
import { ConversationsFilter } from './conversations-filter.tsx';
import {
  readConversationsSearch,
  toConversationsQuery,
  type ConversationsSearch,
} from './conversations-search.ts';
import { MakeScenariosDialog } from './make-scenarios-dialog.tsx';

const route = getRouteApi('/console/conversations');

/** The conversations that were read from traces, newest first. Chosen ones become scenarios. */
export function ConversationsScreen(): ReactNode {
  const search = route.useSearch({
    select: (all) => readConversationsSearch({ ...all }),
    structuralSharing: true,
  });
  const query = toConversationsQuery(search);
  const found = useInfiniteQuery(conversationsQuery(useClient(), query));
  const conversations = found.data?.pages.flatMap((page) => page.conversations) ?? [];
  const view = useConversationList(conversations, search);
  return (
    <>
      <PageHead
        title="Conversations"
        actions={
          view.picked.size > 0 && (
            <Button primary onClick={view.makeScenarios}>
              {`Make ${formatMany(view.picked.size, 'scenario')}`}
            </Button>
          )
        }
      />
      <ConversationsFilter search={search} conversations={conversations} onChange={view.filter} />
      <PagedList
        what="conversations"
        found={found}
        count={conversations.length}
        more="Load older conversations"
        empty={
          <NoConversations
            isFiltered={Object.keys(query).length > 0}
            onClear={() => view.filter({})}
          />
        }
      >
        <ConversationTable
          conversations={conversations}
          row={view.row}
          picked={view.picked}
          onPick={view.pick}
          now={found.dataUpdatedAt}
        />
      </PagedList>
      {view.isMaking && (
        <MakeScenariosDialog ids={[...view.picked]} onClose={() => view.setMaking(false)} />
      )}
    </>
  );
}

interface NoConversationsProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function NoConversations({ isFiltered, onClear }: NoConversationsProps): ReactNode {
  if (isFiltered) {
    return (
      <Empty action={<Button onClick={onClear}>Show all conversations</Button>}>
        No conversations match the filter.
      </Empty>
    );
  }
  return (
    <Empty>
      No conversations yet. They appear here when your application sends its traces (OpenTelemetry,
      GenAI) to POST /v1/traces of this service. The guide docs/guides/traces.md describes the
      setup.
    </Empty>
  );
}

/** The filter and the row, kept in the URL, the chosen conversations, and keys. */
function useConversationList(
  conversations: readonly ConversationHead[],
  search: ConversationsSearch,
) {
  const navigate = useNavigate();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isMaking, setMaking] = useState(false);
  const { row = 0 } = search;
  const current = conversations[row];
  const filter = (next: ConversationsSearch): void =>
    void navigate({ to: '/console/conversations', search: next, replace: true });
  const onRow = (next: number): void => filter(compact({ ...search, row: next }));
  const pick = (id: string): void =>
    setPicked(
      picked.has(id) ? new Set([...picked].filter((one) => one !== id)) : new Set([...picked, id]),
    );
  const open = (): void => {
    if (current === undefined) return;
    void navigate({ to: '/console/conversations/$id', params: { id: current.id } });
  };
  const makeScenarios = (): void => setMaking(picked.size > 0);
  useKeys([
    ...rowKeys({ what: 'conversation', row, count: conversations.length, onRow }),
    { keys: 'Enter', label: 'Open the conversation', run: open },
    { keys: 'x', label: 'Select the conversation', run: () => current && pick(current.id) },
    { keys: 'm', label: 'Make scenarios of the selected conversations', run: makeScenarios },
  ]);
  return { row, picked, pick, filter, makeScenarios, isMaking, setMaking };
}
