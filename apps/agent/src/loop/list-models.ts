import { FineTunedId, type StudioModels } from '@assay/contracts';
import { nameModels } from './name-models.ts';

/** A model that a provider lists of itself. */
export interface ListedModel {
  readonly id: string;
  readonly name: string | undefined;
}

export interface ModelList {
  hub(): Promise<readonly string[]>;
  studio(): Promise<StudioModels>;
}

interface Listings {
  /** What the operator wrote down: always there, and never overruled. */
  readonly configured: StudioModels;
  readonly hub: () => Promise<readonly ListedModel[]>;
  readonly studio: () => Promise<readonly ListedModel[]>;
}

/** Which models there are; a provider that does not say is one without models, never a failure. */
export function createModelList({ configured, hub, studio }: Listings): ModelList {
  return {
    hub: async () => (await hub()).map(({ id }) => id).filter((id) => id.includes('/')),
    async studio() {
      const found = (await studio()).filter(({ id }) => FineTunedId.safeParse(id).success);
      return { ...nameModels(found, configured), ...configured };
    },
  };
}
