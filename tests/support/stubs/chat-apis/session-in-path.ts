import { Conversations, readFields, sendJson, type ChatApi } from './chat-api.ts';

/** A conversation is opened with POST /conversations; its messages are posted below it. */
export const sessionInPath: ChatApi = (bot) => {
  const conversations = new Conversations<string>();
  return (request, response) => {
    if (request.path === '/conversations') {
      const id = `c-${conversations.size + 1}`;
      conversations.open(id);
      return sendJson(response, 201, { id, created: true });
    }
    const [, id] = /^\/conversations\/([^/]+)\/messages$/.exec(request.path) ?? [];
    if (!conversations.has(id)) return sendJson(response, 404, { error: 'no such conversation' });
    const text = conversations.say(id, String(readFields(request)['text']), bot);
    return sendJson(response, 200, { message: { author: 'bot', text } });
  };
};
