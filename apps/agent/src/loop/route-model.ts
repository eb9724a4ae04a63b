import { AppError, FineTunedId } from '@assay/contracts';

export interface ModelRoute {
  readonly provider: 'studio' | 'hub';
  /** Forwarded unchanged. */
  readonly model: string;
}

/** A UUID goes to the fine-tuned provider, whatever contains a slash to the hub. */
export function routeModel(modelId: string | undefined): ModelRoute {
  const model = modelId?.trim() ?? '';
  if (model === '') {
    throw new AppError(
      'missing_model_id',
      'set x-model-id to a UUID (fine-tuned model) or <provider>/<model> (hub model)',
    );
  }
  if (FineTunedId.safeParse(model).success) return { provider: 'studio', model };
  if (model.includes('/')) return { provider: 'hub', model };
  throw new AppError(
    'invalid_model_id',
    `x-model-id must be a UUID or <provider>/<model>; got '${model.slice(0, 100)}'`,
  );
}
