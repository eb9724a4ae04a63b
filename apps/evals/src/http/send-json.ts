import type { Reply } from '@assay/server';
import { Readable } from 'node:stream';

/** JSON that is written piece by piece. */
export function sendJson(reply: Reply, pieces: AsyncIterable<string>): Reply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(pieces));
}
