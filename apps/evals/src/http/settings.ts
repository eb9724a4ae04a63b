import { Settings, type Scope } from '@assay/contracts';
import { problemResponse, type Server } from '@assay/server';

/** `GET /settings`: the configuration of the service. Without API keys, as on a local machine, all of it is shown. */
export function addSettings(server: Server, settings: Settings): void {
  server.get(
    '/settings',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['settings'],
        summary: 'Get the configuration of the service: keys that are set, storage, limits',
        response: { 200: Settings, default: problemResponse },
      },
    },
    ({ caller }) => (caller === null ? settings : showToKey(settings, caller.scopes)),
  );
}

/** The settings that a holder of an API key needs. Details of the operation are hidden from projects. */
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
