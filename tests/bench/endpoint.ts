/** A model endpoint that only waits: the upper bound of what a client can achieve. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const DELAY_MS = Number(process.argv[2] ?? 20);
const ANSWER = JSON.stringify({
  id: 'chatcmpl-1',
  choices: [{ message: { role: 'assistant', content: 'All is well. '.repeat(12) } }],
  usage: { prompt_tokens: 40, completion_tokens: 36, total_tokens: 76 },
});

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
    }, DELAY_MS);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
