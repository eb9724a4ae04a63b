import { AppError } from '@fairtrial/contracts';
import type { Request } from './server.ts';

const MAX_LENGTH = 255;
const VALID_KEY = new RegExp(`^[\\x20-\\x7E]{1,${MAX_LENGTH}}$`);

/** Returns the `Idempotency-Key` of a request; `undefined` if it has none. Throws if the key is not valid. */
export function readIdempotencyKey({ headers }: Pick<Request, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && VALID_KEY.test(key)) return key;
  const detail = `Idempotency-Key must have 1 to ${MAX_LENGTH} printable ASCII characters`;
  throw new AppError('bad_request', detail);
}
