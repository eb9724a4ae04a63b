import { AppError } from '@assay/contracts';
import { createHubChatModel, type HubChatModel } from './hub-chat-model.ts';
import { JobsChatModel } from './jobs-chat-model.ts';
import type { Providers } from './provider.ts';
import type { ModelRoute } from './route-model.ts';

const TO_SET = {
  hub: 'HUB_BASE_URL and HUB_API_KEY (or OPENAI_BASE_URL and OPENAI_API_KEY)',
  studio: 'STUDIO_BASE_URL and STUDIO_API_KEY',
} as const;

/** A model of the provider that the route names: a new one, since it remembers its last completion. */
export function chooseModel(providers: Providers, route: ModelRoute): HubChatModel | JobsChatModel {
  const provider = providers[route.provider];
  if (provider === undefined) {
    const detail = `no ${route.provider} provider is configured for '${route.model}'; set ${TO_SET[route.provider]}`;
    throw new AppError('provider_not_configured', detail);
  }
  const { organization } = provider;
  return organization === undefined
    ? createHubChatModel(provider, route.model)
    : new JobsChatModel({ ...provider, organization }, route.model);
}
