import type { AgentModel, Client } from '@assay/client';
import { queryOptions } from '@tanstack/react-query';

/** A model that the agent backend can be asked for. */
export interface ChatModel {
  readonly id: string;
  /** Only fine-tuned models have a name. */
  readonly name: string | undefined;
}

/** The models of the agent backend: fine-tuned ones by name, then those of the hub. */
export function agentModelsQuery(client: Client, isConfigured: boolean) {
  return queryOptions({
    queryKey: ['agent-models'],
    enabled: isConfigured,
    queryFn: async ({ signal }) => {
      const [tuned, all] = await Promise.all([
        client.agent.studioModels({ signal }),
        client.agent.models({ signal }),
      ]);
      return joinModels(tuned, all);
    },
  });
}

/** Joins two lists that overlap. Names come from the list of fine-tuned models. */
export function joinModels(
  tuned: Readonly<Record<string, string>>,
  all: readonly Pick<AgentModel, 'id'>[],
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
