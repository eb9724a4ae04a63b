import { StudioModels } from '@assay/contracts';
import { problemResponse, type Server } from '@assay/server';
import { z } from 'zod';
import type { ModelList } from '../loop/list-models.ts';
import { sendOpenaiError } from './openai-error.ts';

const Models = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.looseObject({
        id: z.string(),
        object: z.literal('model'),
        created: z.int(),
        owned_by: z.string(),
      }),
    ),
  })
  .meta({ id: 'Models' });

/** `GET /v1/models`: the values of `model`, and of x-model-id. */
export function addModels(server: Server, models: ModelList): void {
  server.get(
    '/v1/models',
    {
      config: { scope: 'chat' },
      errorHandler: (error, request, reply) => void sendOpenaiError(error, request, reply),
      schema: {
        tags: ['openai'],
        summary: 'The models of the hub and the fine-tuned ones',
        response: { 200: Models },
      },
    },
    async () => {
      const [hub, studio] = await Promise.all([models.hub(), models.studio()]);
      const tuned = Object.entries(studio).map(([name, id]) => ({
        ...modelEntry(id, 'studio'),
        name,
      }));
      const data = [...tuned, ...hub.map((id) => modelEntry(id, 'hub'))];
      return { object: 'list' as const, data };
    },
  );
}

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

function modelEntry(id: string, owned_by: string) {
  return { id, object: 'model', created: 0, owned_by } as const;
}
