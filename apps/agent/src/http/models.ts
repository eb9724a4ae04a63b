import { AppError, type Model } from '@fairtrial/contracts';
import { addRoute, type Server } from '@fairtrial/server';
import type { ModelList } from '../loop/list-models.ts';

/** `GET /v1/models` and `/v1/models/{id}`: the accepted values of `model` and of x-model-id. */
export function addModels(v1: Server, models: ModelList): void {
  addRoute(v1, 'GET /v1/models', async () => ({
    object: 'list' as const,
    data: await listAll(models),
  }));
  addRoute(v1, 'GET /v1/models/:id', async ({ params: { id } }) => {
    const found = (await listAll(models)).find((model) => model.id === id);
    if (found !== undefined) return found;
    const detail = `no provider lists the model '${id.slice(0, 100)}'; GET /v1/models lists the available models`;
    throw new AppError('not_found', detail);
  });
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
  addRoute(server, 'GET /studio/models', () => models.studio());
}

function modelEntry(id: string, owned_by: string) {
  return { id, object: 'model', created: 0, owned_by } as const;
}
