import { readFields, type ChatApi } from './chat-api.ts';

/** Answers only with server-sent events, word by word. */
export const eventStream: ChatApi = (bot) => (request, response) => {
  const { prompt, message } = readFields(request);
  const words = bot(String(message), String(prompt)).split(/(?<= )/);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const text of words) response.write(`data: ${JSON.stringify({ delta: { text } })}\n\n`);
  return response.end('data: [DONE]\n\n');
};
