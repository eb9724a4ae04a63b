import { StudioModels } from '@assay/contracts';
import { problemResponse, type Server } from '@assay/server';

export function addStudioModels(server: Server, models: StudioModels): void {
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
    () => models,
  );
}
