/**
 * A model provider that costs almost nothing. It answers at once or after a delay, calls a tool first, or streams 20
 * words per second. Arguments: the number of words of a stream and the delay in milliseconds.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const [words = '60', delay = '0'] = process.argv.slice(2);
const WORDS = Number(words);
const DELAY_MS = Number(delay);
const WORD_MS = 50;
const FRAME = { id: 'chatcmpl-1', object: 'chat.completion', created: 0, model: 'm' };
const USAGE = { prompt_tokens: 40, completion_tokens: 36, total_tokens: 76 };

function toMessage(message: object, finish_reason: string): string {
  return JSON.stringify({
    ...FRAME,
    choices: [{ index: 0, message, finish_reason }],
    usage: USAGE,
  });
}

const ANSWER = toMessage({ role: 'assistant', content: 'All is well. '.repeat(12) }, 'stop');
const call = {
  id: 'abc123def',
  type: 'function',
  function: { name: 'current_time', arguments: '{}' },
};
const CALL = toMessage({ role: 'assistant', content: null, tool_calls: [call] }, 'tool_calls');
const chunk = (delta: object, finish_reason: string | null): string =>
  `data: ${JSON.stringify({ ...FRAME, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

function stream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let left = WORDS;
  const timer = setInterval(() => {
    left -= 1;
    response.write(chunk({ content: 'word ' }, null));
    if (left > 0) return;
    clearInterval(timer);
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  }, WORD_MS);
  response.once('close', () => clearInterval(timer));
}

const server = createServer((request, response) => {
  void text(request).then((body) => {
    if (body.includes('"stream":true')) return stream(response);
    const isFirst = body.includes('bench/tool') && !body.includes('"role":"tool"');
    const answer = (): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(isFirst ? CALL : ANSWER);
    };
    return DELAY_MS === 0 ? answer() : setTimeout(answer, DELAY_MS);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
