import { AppError } from '@assay/contracts';
import type { Request } from '@assay/server';
import type { Caller } from '../runs/commands/start-run.ts';

const MAX_KEY_LENGTH = 255;

/** Who asks: a key belongs to one project; where there are no keys, there is one project. */
export function callerOf(request: Request): Caller {
  return { project: projectOf(request), idempotencyKey: idempotencyKeyOf(request) };
}

export function projectOf({ caller }: Request): string {
  return caller?.project ?? 'default';
}

function idempotencyKeyOf({ headers }: Request): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key !== '' && key.length <= MAX_KEY_LENGTH) return key;
  const detail = `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`;
  throw new AppError('bad_request', detail);
}
