import type { Request } from '@assay/server';
import { Buffer, isUtf8 } from 'node:buffer';

/** `x-model-id` as it was meant: Node takes each byte for a character, and those of most callers are UTF-8. */
export function readModelId({ headers }: Pick<Request, 'headers'>): string | undefined {
  const header = headers['x-model-id'];
  if (typeof header !== 'string') return undefined;
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}
