import { FineTunedId, type StudioModels } from '@assay/contracts';
import type { ModelAliases } from './route-model.ts';

/** A model in the list of its provider. */
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
  /** Configured by the operator: always listed, and never overridden. */
  readonly configured: StudioModels;
  readonly aliases: ModelAliases;
  readonly hub: () => Promise<readonly ListedModel[]>;
  readonly studio: () => Promise<readonly ListedModel[]>;
}

/** Lists the models. A provider that does not answer has no models; that is not a failure. */
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
 * A unique name for each model: if its own name is taken, the name with the start of its id, or with all of it
 * if that is taken too.
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
