import type { Answer, Client } from '@fairtrial/client';
import { queryOptions } from '@tanstack/react-query';

/** A model of the agent backend. */
export interface ChatModel {
  readonly id: string;
  /** Only fine-tuned models have a name. */
  readonly name: string | undefined;
}

/** The models of the agent backend: fine-tuned models by name, then those of the hub. */
export function agentModelsQuery(client: Client, isConfigured: boolean) {
  return queryOptions({
    queryKey: ['agent-models'],
    enabled: isConfigured,
    queryFn: async ({ signal }) => {
      const [tuned, { data: all }] = await Promise.all([
        client.agent.request('GET /studio/models', { signal }),
        client.agent.request('GET /v1/models', { signal }),
      ]);
      return joinModels(tuned, all);
    },
  });
}

/** Merges two overlapping lists. Names come from the list of fine-tuned models. */
export function joinModels(
  tuned: Readonly<Record<string, string>>,
  all: readonly Pick<Answer<'GET /v1/models/:id'>, 'id'>[],
): readonly ChatModel[] {
  const models = new Map<string, ChatModel>();
  for (const [name, id] of Object.entries(tuned)) {
    if (!models.has(id.toLowerCase())) models.set(id.toLowerCase(), { id, name });
  }
  for (const { id } of all) {
    if (!models.has(id.toLowerCase())) models.set(id.toLowerCase(), { id, name: undefined });
  }
  return [...models.values()];
}
