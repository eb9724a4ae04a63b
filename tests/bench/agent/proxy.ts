/** Lower bound for the cost of a request to an HTTP service: forwards it unchanged. */
import { fastify } from 'fastify';
import { Agent, request } from 'undici';

const [target = ''] = process.argv.slice(2);
const dispatcher = new Agent();
const server = fastify();
server.post('/', async ({ body }, reply) => {
  const answer = await request(`${target}/chat/completions`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return reply.type('application/json').send(await answer.body.text());
});
console.log(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port);
