import { Conversations, readFields, sendJson, type ChatApi } from './chat-api.ts';

/** Keeps the conversation by a cookie. Without the cookie every message starts a new conversation. */
export const cookieSession: ChatApi = (bot) => {
  const conversations = new Conversations<string>();
  return (request, response) => {
    const [, sent] = /\bsid=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
    const id = sent ?? `s-${conversations.size + 1}`;
    if (sent === undefined) conversations.open(id);
    const answer = conversations.say(id, String(readFields(request)['question']), bot);
    response.setHeader('set-cookie', `sid=${id}; Path=/; HttpOnly`);
    return sendJson(response, 200, { answer });
  };
};
