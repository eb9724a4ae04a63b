import { StudioModels } from '@assay/contracts';
import { problemResponse, type Server } from '@assay/server';
import type { ModelList } from '../loop/list-models.ts';

/** `GET /studio/models`: those that were configured, and those the provider lists by itself. */
export function addStudioModels(server: Server, models: ModelList): void {
  server.get(
    '/studio/models',
    {
      config: { scope: 'chat' },
      schema: {
        tags: ['agent'],
        summary: 'The fine-tuned models, name to UUID',
        response: { 200: StudioModels, default: problemResponse },
      },
    },
    () => models.studio(),
  );
}
