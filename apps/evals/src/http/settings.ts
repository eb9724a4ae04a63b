import { Settings, type Scope } from '@assay/contracts';
import { problemResponse, type Server } from '@assay/server';

/** `GET /settings`: how the service is set up. Without API keys, as on the own machine, all of it is shown. */
export function addSettings(server: Server, settings: Settings): void {
  server.get(
    '/settings',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['settings'],
        summary: 'How the service is set up: which keys are there, where runs are kept, its limits',
        response: { 200: Settings, default: problemResponse },
      },
    },
    ({ caller }) => (caller === null ? settings : showToKey(settings, caller.scopes)),
  );
}

/** What the holder of an API key needs. How the operator runs the service is not told to every project. */
function showToKey(settings: Settings, scopes: readonly Scope[]): Settings {
  const mayRun = scopes.includes('run');
  return {
    ...settings,
    keys: [],
    storage: { ...settings.storage, location: null },
    endpoints: mayRun ? settings.endpoints : [],
    agent: mayRun || scopes.includes('chat') ? settings.agent : null,
  };
}
