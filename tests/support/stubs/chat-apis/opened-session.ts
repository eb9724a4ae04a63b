import { Conversations, readFields, sendJson, type ChatApi } from './chat-api.ts';

const FIRST_ID = 4001;

/** A call opens the session and returns its number, which later messages send as a number. */
export const openedSession: ChatApi = (bot) => {
  const conversations = new Conversations<number>();
  return (request, response) => {
    if (request.path === '/start') {
      const id = FIRST_ID + conversations.size;
      conversations.open(id);
      return sendJson(response, 200, { data: { session: { id, channel: 'web' } } });
    }
    const { session_id: id, input } = readFields(request);
    if (!conversations.has(id)) return sendJson(response, 404, { error: 'no such session' });
    const text = conversations.say(id, String(input), bot);
    return sendJson(response, 200, { output: { type: 'text', text } });
  };
};
