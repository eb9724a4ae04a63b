import { CSPProvider } from '@base-ui/react/csp-provider';
import { createClient } from '@fairtrial/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { KeysProvider } from './keys/keys-provider.tsx';
import { createConsoleRouter } from './routes.ts';
import { applyTheme } from './shell/theme.tsx';
import { ApiContext } from './data/api-context.ts';
import { createQueryClient } from './data/create-query-client.ts';
import { createSession } from './data/create-session.ts';
import './theme.css';

/** Provides the session, the API client and the query cache. */
function ApiProvider({ children }: { readonly children: ReactNode }): ReactNode {
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

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    {/* The content security policy forbids style elements; theme.css contains their styles. */}
    <CSPProvider disableStyleElements>
      <KeysProvider>
        <ApiProvider>
          <RouterProvider router={createConsoleRouter()} />
        </ApiProvider>
      </KeysProvider>
    </CSPProvider>
  </StrictMode>,
);
