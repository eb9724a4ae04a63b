import type { Reply } from '../server.ts';

/** How a request ended; 499 where its caller did not wait for the end. */
export function statusOf(reply: Reply): number {
  return reply.raw.writableFinished ? reply.statusCode : 499;
}
