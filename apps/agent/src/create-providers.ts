import { bindBearerToken, createFetch, type Egress } from '@assay/egress';
import {
  createChatProvider,
  createJobsProvider,
  createModelLister,
  fetchWithV1Fallback,
  isOpenai,
  type ChatProvider,
} from '@assay/models';
import type { Config, HubConfig, StudioConfig } from './config.ts';
import { createModelList, type ModelList } from './loop/list-models.ts';
import type { Providers } from './loop/route-model.ts';

const MAX_BYTES = 8 * 1024 * 1024;

/** Both providers as the configuration describes them, and the models they have. */
export function createProviders(
  egress: Egress,
  config: Config,
): { readonly providers: Providers; readonly models: ModelList } {
  const { hub, studio, modelTimeoutMs: deadlineMs } = config;

  function toProvider(provider: HubConfig & Partial<StudioConfig>): ChatProvider {
    const { baseUrl, organization } = provider;
    const credentials = bindBearerToken(baseUrl, provider.apiKey);
    if (organization === undefined) {
      return createChatProvider({ egress, credentials, baseUrl, deadlineMs });
    }
    const plain = createFetch(egress, { credentials, deadlineMs, maxBytes: MAX_BYTES });
    const fetch = fetchWithV1Fallback(baseUrl, plain);
    return createJobsProvider({ fetch, baseUrl, organization, deadlineMs });
  }

  const listerOf = (provider: HubConfig | undefined) => {
    if (provider === undefined) return async () => [];
    const { baseUrl, apiKey } = provider;
    return createModelLister({ egress, credentials: bindBearerToken(baseUrl, apiKey), baseUrl });
  };

  const hubModels = listerOf(hub);
  const prefix = hub && isOpenai(hub.baseUrl) ? 'openai/' : '';

  return {
    providers: { hub: hub && toProvider(hub), studio: studio && toProvider(studio) },
    models: createModelList({
      configured: config.studioModels,
      aliases: config.modelAliases,
      hub: async () => (await hubModels()).map(({ id, name }) => ({ id: prefix + id, name })),
      // The jobs protocol has no list.
      studio: listerOf(studio?.organization === undefined ? studio : undefined),
    }),
  };
}
