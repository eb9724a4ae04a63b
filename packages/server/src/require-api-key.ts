import { AppError } from '@assay/contracts';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, Server } from './server.ts';

const OPEN_PATHS = new Set(['/livez', '/readyz', '/openapi.json']);
const HASHED = /^sha256:([0-9a-f]{64})$/i;

/** A key as it is, or the whole hash of one. */
export function isApiKey(key: string): boolean {
  return !key.startsWith('sha256:') || HASHED.test(key);
}

/** With keys configured every route but the open ones wants one of them, as bearer or x-api-key. */
export function requireApiKey(server: Server, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const digests = keys.map(toDigest);
  server.addHook('onRequest', async (request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (OPEN_PATHS.has(path) || path.startsWith('/reference')) return;
    const presented = presentedKey(request);
    if (presented !== undefined && isKnown(sha256(presented), digests)) return;
    throw new AppError('unauthorized', 'send an API key as "Authorization: Bearer <key>"', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  });
}

/** Every digest is compared, each in constant time: the answer's timing names no key. */
function isKnown(presented: Buffer, digests: readonly Buffer[]): boolean {
  return digests.filter((digest) => timingSafeEqual(digest, presented)).length > 0;
}

function presentedKey(request: Request): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const header = request.headers['x-api-key'];
  return bearer ?? (typeof header === 'string' ? header : undefined);
}

function toDigest(key: string): Buffer {
  const hex = HASHED.exec(key)?.[1];
  return hex === undefined ? sha256(key) : Buffer.from(hex, 'hex');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
