import { AppError, boundedName, StudioModels } from '@fairtrial/contracts';
import { problemResponse, type Server } from '@fairtrial/server';
import { z } from 'zod';
import type { ModelList } from '../loop/list-models.ts';

const Model = z
  .looseObject({
    id: z.string(),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string(),
  })
  .meta({ id: 'Model' });
type Model = z.infer<typeof Model>;

const Models = z.object({ object: z.literal('list'), data: z.array(Model) }).meta({ id: 'Models' });

/** `GET /v1/models` and `/v1/models/{id}`: the accepted values of `model` and of x-model-id. */
export function addModels(v1: Server, models: ModelList): void {
  v1.get(
    '/models',
    {
      config: { scope: 'chat' },
      schema: {
        tags: ['openai'],
        summary: 'List aliases, fine-tuned models and hub models',
        response: { 200: Models },
      },
    },
    async () => ({ object: 'list' as const, data: await listAll(models) }),
  );
  v1.get(
    '/models/*',
    {
      config: { scope: 'chat' },
      schema: {
        tags: ['openai'],
        summary: 'Get one model; its id can contain slashes',
        params: z.object({ '*': boundedName() }),
        response: { 200: Model },
      },
    },
    async ({ params }) => {
      const id = params['*'];
      const found = (await listAll(models)).find((model) => model.id === id);
      if (found !== undefined) return found;
      const detail = `no provider lists the model '${id.slice(0, 100)}'; GET /v1/models lists the available models`;
      throw new AppError('not_found', detail);
    },
  );
}

async function listAll(models: ModelList): Promise<Model[]> {
  const [hub, studio] = await Promise.all([models.hub(), models.studio()]);
  const tuned = Object.entries(studio).map(([name, id]) => ({ ...modelEntry(id, 'studio'), name }));
  const aliases = [...models.aliases].map(([alias, model]) => ({
    ...modelEntry(alias, 'alias'),
    alias_of: model,
  }));
  return [...aliases, ...tuned, ...hub.map((id) => modelEntry(id, 'hub'))];
}

/** `GET /studio/models`: the configured models and those that the provider lists. */
export function addStudioModels(server: Server, models: ModelList): void {
  server.get(
    '/studio/models',
    {
      config: { scope: 'chat' },
      schema: {
        tags: ['agent'],
        summary: 'List the fine-tuned models by name, with their UUIDs',
        response: { 200: StudioModels, default: problemResponse },
      },
    },
    () => models.studio(),
  );
}

function modelEntry(id: string, owned_by: string) {
  return { id, object: 'model', created: 0, owned_by } as const;
}
