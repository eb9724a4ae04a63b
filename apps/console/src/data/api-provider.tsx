import { createClient } from '@fairtrial/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { ApiContext } from './api-context.ts';
import { createQueryClient } from './create-query-client.ts';
import { createSession } from './create-session.ts';

/** Provides the session, the API client and the query cache. */
export function ApiProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [session] = useState(() => createSession(window.sessionStorage));
  const { apiKey } = useSyncExternalStore(session.subscribe, session.read);
  // Another key can see other runs, so nothing is kept from the previous key.
  const [queries, api] = useMemo(() => {
    const { origin } = window.location;
    const client = createClient({
      baseUrl: origin,
      agentUrl: `${origin}/agent`,
      apiKey,
      retries: 0,
    });
    return [createQueryClient(session.refuse), { client, session }] as const;
  }, [apiKey, session]);
  return (
    <ApiContext value={api}>
      <QueryClientProvider key={apiKey} client={queries}>
        {children}
      </QueryClientProvider>
    </ApiContext>
  );
}
