import { AppError } from '@assay/contracts';

export interface ModelRoute {
  readonly provider: 'studio' | 'hub';
  /** Forwarded unchanged. */
  readonly model: string;
}

/** Any version, either case, with dashes or without. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|^[0-9a-f]{32}$/i;

/** A UUID goes to the fine-tuned provider, `<provider>/<model>` to the hub; the UUID test comes first. */
export function routeModel(header: string | string[] | undefined): ModelRoute {
  const model = typeof header === 'string' ? header.trim() : '';
  if (model === '') {
    throw new AppError(
      'missing_model_id',
      'set x-model-id to a UUID (fine-tuned model) or <provider>/<model> (hub model)',
    );
  }
  if (UUID.test(model)) return { provider: 'studio', model };
  if (/^[^/\s]+\/\S+$/.test(model)) return { provider: 'hub', model };
  throw new AppError(
    'invalid_model_id',
    `x-model-id must be a UUID or <provider>/<model>; got '${model.slice(0, 100)}'`,
  );
}
