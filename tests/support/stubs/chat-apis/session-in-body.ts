import { Conversations, readFields, sendJson, type ChatApi } from './chat-api.ts';

/** The first reply has the id of the conversation; later messages send it back. */
export const sessionInBody: ChatApi = (bot) => {
  const conversations = new Conversations<string>();
  return (request, response) => {
    const { question, conversation_id: sent } = readFields(request);
    const id = typeof sent === 'string' ? sent : `conversation-${conversations.size + 1}`;
    if (sent === undefined) conversations.open(id);
    if (!conversations.has(id)) return sendJson(response, 410, { error: 'it has ended' });
    const answer = conversations.say(id, String(question), bot);
    return sendJson(response, 200, { conversation_id: id, result: { answer } });
  };
};
