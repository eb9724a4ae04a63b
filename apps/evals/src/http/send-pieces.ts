import type { Reply } from '@assay/server';
import { Readable } from 'node:stream';

export const JSON_TYPE = 'application/json';

/** Text that is written piece by piece. */
export function sendPieces(reply: Reply, type: string, pieces: AsyncIterable<string>): Reply {
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(pieces));
}
