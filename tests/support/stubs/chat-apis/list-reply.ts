import { readFields, sendJson, type ChatApi } from './chat-api.ts';

/** The answer is a list with the message and the reply to it. */
export const listReply: ChatApi = (bot) => (request, response) => {
  const { messages } = readFields(request);
  const said = Array.isArray(messages) ? messages.map(({ content }: Said) => content) : [];
  const message = said.at(-1) ?? '';
  const reply = bot(message, said.slice(0, -1).join('\n'));
  const both = [
    { role: 'user', text: message },
    { role: 'bot', text: reply },
  ];
  return sendJson(response, 200, { messages: both });
};

interface Said {
  readonly content: string;
}
