import { Settings, type Scope } from '@fairtrial/contracts';
import type { SqlExecutor } from '../db/connection/sql.ts';
import { listProbedJudges } from '../runs/grading/probe-judges.ts';
import { problemResponse, type Server } from '@fairtrial/server';

/** `GET /settings`: the configuration of the service. Without API keys, as on a local machine, all of it is shown. */
export function addSettings(
  server: Server,
  settings: Settings,
  { database }: { readonly database: SqlExecutor },
): void {
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
    async ({ caller }) => {
      const { judges } = settings;
      const judge_probes = await listProbedJudges(database, judges);
      const all = { ...settings, judge_probes };
      return caller === null ? all : showToKey(all, caller.scopes);
    },
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
    scorers: mayRun ? settings.scorers : settings.scorers.map(({ name }) => ({ name, url: '' })),
    agent: mayRun || scopes.includes('chat') ? settings.agent : null,
  };
}
