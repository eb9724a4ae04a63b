import type { ServerResponse } from 'node:http';
import { chatCompletion, sendJson } from '../../support/stubs/start-stub.ts';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { showRun } from '../runner/show-run.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

/** Answers that no model gives. The run must end, and everything about it must be readable. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'arguments of a tool nested 4,000 deep': (response) =>
    sendJson(response, {
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'x',
            tool_calls: [
              { id: '1', type: 'function', function: { name: 'f', arguments: nested(4000) } },
            ],
          },
        },
      ],
    }),
  'arguments of a tool as an object nested 4,000 deep': (response) =>
    response
      .writeHead(200, JSON_TYPE)
      .end(
        `{"choices":[{"message":{"content":"x","tool_calls":[{"function":{"name":"f","arguments":${nested(4000)}}}]}}]}`,
      ),
  'labels nested 4,000 deep': (response) =>
    response.writeHead(200, JSON_TYPE).end(`{"content":"x","metadata":${nested(4000)}}`),
  '10,000 calls of tools': (response) =>
    sendJson(response, {
      choices: [
        {
          message: {
            content: 'x',
            tool_calls: Array.from({ length: 10_000 }, (_, no) => ({
              id: `${no}`,
              type: 'function',
              function: { name: 'f', arguments: '{}' },
            })),
          },
        },
      ],
    }),
  '100,000 labels': (response) =>
    sendJson(response, {
      ...chatCompletion('x'),
      metadata: Object.fromEntries(Array.from({ length: 100_000 }, (_, no) => [`k${no}`, 'x'])),
    }),
  '100,000 choices': (response) =>
    sendJson(response, { choices: Array.from({ length: 100_000 }, () => ({})) }),
  'labels called __proto__': (response) =>
    response
      .writeHead(200, JSON_TYPE)
      .end(
        '{"content":"x","metadata":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
      ),
  'usage that is no number': (response) =>
    sendJson(response, {
      ...chatCompletion('x'),
      usage: { prompt_tokens: 1e308, completion_tokens: -1, total_tokens: '9'.repeat(400) },
    }),
  'usage beyond every number': (response) =>
    response
      .writeHead(200, JSON_TYPE)
      .end(
        '{"choices":[{"message":{"content":"x"}}],"usage":{"prompt_tokens":1e400,"completion_tokens":1e400,"total_tokens":1e400}}',
      ),
  'a body of 100 MB': (response) => {
    response.writeHead(200, JSON_TYPE);
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  },
  'text in another encoding': (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-16' })
      .end(Buffer.from('{"content":"x"}', 'utf16le')),
  'compressed although it was not asked for': (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(Buffer.alloc(1000)),
  'a redirect to this service': (response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:8080/runs' }).end(),
  'a status that does not exist': (response) => response.writeHead(799, JSON_TYPE).end('{}'),
  'headers of 15 kB': (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'x-long': 'x'.repeat(15_000) }).end('{"content":"x"}'),
  'headers of 100 kB': (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'x-long': 'x'.repeat(100_000) }).end('{"content":"x"}'),
  'a retry after a hundred years': (response) =>
    response.writeHead(429, { ...JSON_TYPE, 'retry-after': '3153600000' }).end('{}'),
};

function attackAnswers(): readonly ScriptedAttack[] {
  return Object.entries(ANSWERS).map(([name, answer]) => ({
    name: `an answer with ${name}`,
    async play(environment) {
      const { fault } = await showRun(environment, name, (_, response) => answer(response));
      return fault;
    },
  }));
}

export const attackClass: AttackClass = {
  title: 'replies of the endpoint',
  attacks: attackAnswers,
};
