import type { AgentModel, Client } from '@assay/client';
import { queryOptions } from '@tanstack/react-query';

/** A model that the agent backend can be asked for. */
export interface ChatModel {
  readonly id: string;
  /** Of a fine-tuned one, whose id says nothing. */
  readonly name: string | undefined;
}

/** The models of the agent backend: fine-tuned ones by name, then those of the hub. */
export function agentModelsQuery(client: Client, isThere: boolean) {
  return queryOptions({
    queryKey: ['agent-models'],
    enabled: isThere,
    queryFn: async ({ signal }) => {
      const [tuned, all] = await Promise.all([
        client.agent.studioModels({ signal }),
        client.agent.models({ signal }),
      ]);
      return joinModels(tuned, all);
    },
  });
}

/** The two lists overlap, and neither has all: a name is the studio's to give. */
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
