import { AppError, IDEMPOTENCY_KEY } from '@fairtrial/contracts';
import type { Request } from './server.ts';

/** Returns the `Idempotency-Key` of a request; `undefined` if it has none. Throws if the key is not valid. */
export function readIdempotencyKey({ headers }: Pick<Request, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  const detail = 'Idempotency-Key must have 1 to 255 printable ASCII characters';
  throw new AppError('bad_request', detail);
}
