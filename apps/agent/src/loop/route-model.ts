import { AppError, FineTunedId } from '@fairtrial/contracts';
import type { ChatProvider } from '@fairtrial/models';

export interface ModelRoute {
  readonly provider: 'studio' | 'hub';
  /** Forwarded to the provider unchanged. */
  readonly model: string;
}

/** Maps a short name to the UUID or `<provider>/<model>` that it stands for. */
export type ModelAliases = ReadonlyMap<string, string>;

export type RouteModel = (modelId: string | undefined) => ModelRoute;

/**
 * Routes a UUID to the fine-tuned provider, a name with a slash to the hub, and an alias like the model it stands for.
 */
export function createModelRouter(aliases: ModelAliases): RouteModel {
  const names = [...aliases.keys()].map((alias) => `, or ${alias}`).join('');
  return (modelId) => {
    const named = modelId?.trim() ?? '';
    if (named === '') {
      throw new AppError(
        'missing_model_id',
        `set x-model-id to a UUID (fine-tuned model) or <provider>/<model> (hub model)${names}`,
      );
    }
    const model = aliases.get(named) ?? named;
    if (FineTunedId.safeParse(model).success) return { provider: 'studio', model };
    if (model.includes('/')) return { provider: 'hub', model };
    throw new AppError(
      'invalid_model_id',
      `x-model-id must be a UUID or <provider>/<model>${names}; got '${model.slice(0, 100)}'`,
    );
  };
}

/** Hub models are addressed by name, fine-tuned models by UUID. */
export interface Providers {
  readonly hub: ChatProvider | undefined;
  readonly studio: ChatProvider | undefined;
}

const VARIABLES = {
  hub: 'HUB_BASE_URL and HUB_API_KEY (or OPENAI_BASE_URL and OPENAI_API_KEY)',
  studio: 'STUDIO_BASE_URL and STUDIO_API_KEY',
} as const;

/** Throws if no provider is configured for a route. */
export function chooseProvider(providers: Providers): (route: ModelRoute) => ChatProvider {
  return (route) => {
    const provider = providers[route.provider];
    if (provider !== undefined) return provider;
    const detail = `no ${route.provider} provider is configured for '${route.model}'; set ${VARIABLES[route.provider]}`;
    throw new AppError('provider_not_configured', detail);
  };
}
