import { AppError } from '@assay/contracts';
import type { ChatProvider } from '@assay/models';
import type { ModelRoute } from './route-model.ts';

/** Where models are reached: hub models by name, fine-tuned ones by UUID. */
export interface Providers {
  readonly hub: ChatProvider | undefined;
  readonly studio: ChatProvider | undefined;
}

const TO_SET = {
  hub: 'HUB_BASE_URL and HUB_API_KEY (or OPENAI_BASE_URL and OPENAI_API_KEY)',
  studio: 'STUDIO_BASE_URL and STUDIO_API_KEY',
} as const;

export function chooseProvider(providers: Providers): (route: ModelRoute) => ChatProvider {
  return (route) => {
    const provider = providers[route.provider];
    if (provider !== undefined) return provider;
    const detail = `no ${route.provider} provider is configured for '${route.model}'; set ${TO_SET[route.provider]}`;
    throw new AppError('provider_not_configured', detail);
  };
}
