import { AppError } from '@assay/contracts';
import type { Socket } from 'node:net';
import type { Server } from '../server.ts';
import { answerBrokenHttp } from './answer-problems.ts';

/** What Node would refuse by itself, without a word, is refused like anything else. */
export function answerOddHttp(server: Server): void {
  server.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
      throw new AppError('bad_request', 'a request of HTTP/1.1 needs a Host header');
    }
  });
  server.server.on('connect', (_request, socket: Socket) => {
    answerBrokenHttp(new Error('this is no proxy'), socket);
  });
  // Nobody expects anything but 100-continue; whoever does gets an answer instead.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response);
  });
}
