import { bindCredentials, createFetch, type Credentials, type Egress } from '@assay/egress';
import {
  createChatProvider,
  createJobsProvider,
  createModelLister,
  withV1Fallback,
  type ChatProvider,
} from '@assay/models';
import type { Config, HubConfig, StudioConfig } from './config.ts';
import type { Providers } from './loop/choose-provider.ts';
import { createModelList, type ModelList } from './loop/list-models.ts';

const MAX_BYTES = 8 * 1024 * 1024;

/** Both providers as the configuration describes them, and the models they have. */
export function createProviders(
  egress: Egress,
  config: Config,
): { readonly providers: Providers; readonly models: ModelList } {
  const { hub, studio, modelTimeoutMs: deadlineMs } = config;

  function toProvider(provider: HubConfig & Partial<StudioConfig>): ChatProvider {
    const { baseUrl, organization } = provider;
    const credentials = credentialsOf(provider);
    if (organization === undefined) {
      return createChatProvider({ egress, credentials, baseUrl, deadlineMs });
    }
    const plain = createFetch(egress, { credentials, deadlineMs, maxBytes: MAX_BYTES });
    const fetch = withV1Fallback(baseUrl, plain);
    return createJobsProvider({ fetch, baseUrl, organization, deadlineMs });
  }

  const listerOf = (provider: HubConfig | undefined) =>
    provider
      ? createModelLister({
          egress,
          credentials: credentialsOf(provider),
          baseUrl: provider.baseUrl,
        })
      : async () => [];

  const hubModels = listerOf(hub);
  // OpenAI itself knows its models without the provider in front.
  const isOpenai = hub !== undefined && new URL(hub.baseUrl).hostname === 'api.openai.com';
  const prefix = isOpenai ? 'openai/' : '';

  return {
    providers: { hub: hub && toProvider(hub), studio: studio && toProvider(studio) },
    models: createModelList({
      configured: config.studioModels,
      hub: async () => (await hubModels()).map(({ id, name }) => ({ id: prefix + id, name })),
      // The jobs protocol has no list.
      studio: listerOf(studio?.organization === undefined ? studio : undefined),
    }),
  };
}

/** A provider's key is bound to its origin and to nothing else. */
function credentialsOf({ baseUrl: origin, apiKey: secret }: HubConfig): Credentials {
  return bindCredentials(secret ? [{ origin, header: 'authorization', secret }] : []);
}
