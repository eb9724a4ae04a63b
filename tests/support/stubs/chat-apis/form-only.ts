import { sendJson, type ChatApi } from './chat-api.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Accepts only forms. Fairtrial sends JSON, so it cannot be tested. */
export const formOnly: ChatApi = (bot) => (request, response) => {
  if (request.headers['content-type'] !== FORM) {
    return sendJson(response, 415, { error: `send ${FORM}` });
  }
  const answer = bot(new URLSearchParams(request.body).get('question') ?? '', '');
  return sendJson(response, 200, { answer });
};
