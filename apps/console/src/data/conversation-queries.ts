import type { Client, Query } from '@fairtrial/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

const PAGE_SIZE = 50;

/** Pages of conversations, newest first. The service searches and filters. */
export function conversationsQuery(client: Client, filter: Query<'GET /conversations'> = {}) {
  return infiniteQueryOptions({
    queryKey: ['conversations', filter],
    queryFn: ({ pageParam, signal }) =>
      client.request('GET /conversations', {
        query: { ...filter, cursor: pageParam, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One conversation with its messages. Late spans complete it, so it is loaded again when it is shown again. */
export function conversationQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['conversation', id],
    queryFn: ({ signal }) => client.request('GET /conversations/:id', { id, signal }),
  });
}

/** True if the project has a conversation. */
export function hasConversationsQuery(client: Client) {
  return queryOptions({
    queryKey: ['has-conversations'],
    queryFn: async ({ signal }) => {
      const { conversations } = await client.request('GET /conversations', {
        query: { limit: 1 },
        signal,
      });
      return conversations.length > 0;
    },
    staleTime: 60_000,
    retry: false,
  });
}
