import { readFields, sendJson, type ChatApi } from './chat-api.ts';

/** The reply is nested; the conversation so far is sent with each question. */
export const nestedReply: ChatApi = (bot) => (request, response) => {
  const { question, history } = readFields(request);
  const earlier = Array.isArray(history) ? history.map((one: Said) => one.content).join('\n') : '';
  const text = bot(String(question), earlier);
  return sendJson(response, 200, { status: 'ok', data: { answer: { text, language: 'en' } } });
};

interface Said {
  readonly content: string;
}
