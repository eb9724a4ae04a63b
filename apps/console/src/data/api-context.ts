import type { Client } from '@fairtrial/client';
import { createContext, useContext } from 'react';
import type { Session } from './create-session.ts';

interface Api {
  readonly client: Client;
  readonly session: Session;
}

export const ApiContext = createContext<Api | undefined>(undefined);

function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('ApiProvider is missing');
  return api;
}

/** The API client, with the key of the session. */
export function useClient(): Client {
  return useApi().client;
}

export function useSession(): Session {
  return useApi().session;
}
