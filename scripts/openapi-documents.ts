import { createLogger } from '@fairtrial/server';
import { createApp as createAgent } from '../apps/agent/src/app.ts';
import { readConfig as readAgentConfig } from '../apps/agent/src/config.ts';
import { createApp as createEvals } from '../apps/evals/src/app.ts';
import { readConfig as readEvalsConfig } from '../apps/evals/src/config.ts';
import type { Engine } from '../apps/evals/src/open-engine.ts';

interface Document {
  readonly file: string;
  readonly text: string;
}

const QUIET = { LOG_LEVEL: 'silent' };

export async function openapiDocuments(): Promise<readonly Document[]> {
  const services = {
    agent: await createAgent(readAgentConfig(QUIET)),
    evals: await createEvals({
      config: readEvalsConfig(QUIET),
      logger: createLogger({ service: 'evals', level: 'silent', secrets: [] }),
      engine: {} as Engine, // routes are described, never called
    }),
  };
  return Promise.all(
    Object.entries(services).map(async ([name, server]) => {
      const text = `${JSON.stringify(await server.openapi(), undefined, 2)}\n`;
      await server.close();
      return { file: `docs/openapi/${name}.json`, text };
    }),
  );
}
