import { bindBearerToken, createFetch, type Egress } from '@fairtrial/egress';
import {
  createChatProvider,
  createJobsProvider,
  createModelLister,
  fetchWithV1Fallback,
  isOpenai,
  type ChatProvider,
} from '@fairtrial/models';
import type { Config, HubConfig, StudioConfig } from './config.ts';
import { createModelList, type ModelList } from './loop/list-models.ts';
import type { Providers } from './loop/route-model.ts';

/** Limit of one response of the jobs protocol. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** Creates both providers from the configuration, and the list of their models. */
export function createProviders(
  egress: Egress,
  config: Config,
): { readonly providers: Providers; readonly models: ModelList } {
  const { hub, studio, modelTimeoutMs: deadlineMs } = config;

  function toProvider(provider: HubConfig & Partial<StudioConfig>): ChatProvider {
    const { baseUrl, organization } = provider;
    const credentials = bindBearerToken(baseUrl, provider.apiKey);
    // Only providers with the jobs protocol have an organization.
    if (organization === undefined) {
      return createChatProvider({ egress, credentials, baseUrl, deadlineMs });
    }
    const plain = createFetch(egress, { credentials, deadlineMs, maxBytes: MAX_RESPONSE_BYTES });
    const fetch = fetchWithV1Fallback(baseUrl, plain);
    return createJobsProvider({ fetch, baseUrl, organization, deadlineMs });
  }

  const listerOf = (provider: HubConfig | undefined) => {
    if (provider === undefined) return async () => [];
    const { baseUrl, apiKey } = provider;
    return createModelLister({ egress, credentials: bindBearerToken(baseUrl, apiKey), baseUrl });
  };

  const hubModels = listerOf(hub);
  // OpenAI lists bare names; callers select `<provider>/<model>`.
  const prefix = hub && isOpenai(hub.baseUrl) ? 'openai/' : '';

  return {
    providers: { hub: hub && toProvider(hub), studio: studio && toProvider(studio) },
    models: createModelList({
      configured: config.studioModels,
      aliases: config.modelAliases,
      hub: async () => (await hubModels()).map(({ id, name }) => ({ id: prefix + id, name })),
      // The jobs protocol cannot list models.
      studio: listerOf(studio?.organization === undefined ? studio : undefined),
    }),
  };
}
