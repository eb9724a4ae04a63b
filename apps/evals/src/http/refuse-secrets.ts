import { AppError, toPointer } from '@fairtrial/contracts';
import { findSecrets } from '../runs/plan/find-secrets.ts';
import type { KnownFields } from '../runs/plan/unknown-fields.ts';

const DETAIL =
  'looks like a secret, and requests are stored and exported: set the keys of endpoints in the environment of the evaluation service, ' +
  'with ENDPOINT_URL and ENDPOINT_API_KEY, or with ENDPOINT_CREDENTIALS. Leave the field out';

/** Runs before the body is validated. The values of secrets appear in no message. */
export function refuseSecrets(fields: KnownFields) {
  return async ({ body }: { readonly body: unknown }): Promise<void> => {
    const found = findSecrets(body, fields).map(toPointer);
    const [first] = found;
    if (first === undefined) return;
    throw new AppError('invalid_request', `${first} ${DETAIL}`, {
      errors: found.map((pointer) => ({ pointer, detail: DETAIL })),
    });
  };
}
