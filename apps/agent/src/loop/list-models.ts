import { FineTunedId, type StudioModels } from '@fairtrial/contracts';
import type { ModelAliases } from './route-model.ts';

export interface ListedModel {
  readonly id: string;
  readonly name: string | undefined;
}

export interface ModelList {
  readonly aliases: ModelAliases;
  hub(): Promise<readonly string[]>;
  studio(): Promise<StudioModels>;
}

interface Listings {
  /** From the operator's configuration: always listed, never overridden. */
  readonly configured: StudioModels;
  readonly aliases: ModelAliases;
  readonly hub: () => Promise<readonly ListedModel[]>;
  readonly studio: () => Promise<readonly ListedModel[]>;
}

/** Lists the models. A provider that does not answer counts as having none. */
export function createModelList({ configured, aliases, hub, studio }: Listings): ModelList {
  return {
    aliases,
    hub: async () => (await hub()).map(({ id }) => id).filter((id) => id.includes('/')),
    async studio() {
      const found = (await studio()).filter(({ id }) => FineTunedId.safeParse(id).success);
      return { ...uniqueNames(found, configured), ...configured };
    },
  };
}

const ID_PREFIX_LENGTH = 8;

/**
 * Gives each model a unique name: if its name is taken, the start of its id is appended, or the whole id if that is
 * taken too.
 */
function uniqueNames(models: readonly ListedModel[], taken: StudioModels): StudioModels {
  const named = new Map<string, string>();
  const known = new Set(Object.values(taken).map((id) => id.toLowerCase()));
  for (const { id, name = id } of models) {
    if (known.has(id.toLowerCase())) continue;
    known.add(id.toLowerCase());
    const names = [name, `${name} (${id.slice(0, ID_PREFIX_LENGTH)})`, `${name} (${id})`];
    const free = names.find((one) => !named.has(one) && !Object.hasOwn(taken, one));
    named.set(free ?? id, id);
  }
  return Object.fromEntries(named);
}
