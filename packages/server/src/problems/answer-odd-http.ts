import { AppError } from '@assay/contracts';
import type { Server } from '../server.ts';

/** What Node would refuse by itself, without a word, is refused like anything else. */
export function answerOddHttp(server: Server): void {
  server.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
      throw new AppError('bad_request', 'a request of HTTP/1.1 needs a Host header');
    }
  });
  // Nobody expects anything but 100-continue; whoever does gets an answer instead.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response);
  });
}
