import { readFields, sendJson, type ChatApi } from './chat-api.ts';

/** GraphQL over POST. Errors have the status 200, as usual for GraphQL. */
export const graphql: ChatApi = (bot) => (request, response) => {
  const { query, variables } = readFields(request);
  const { text, history } = { ...(variables as Variables | undefined) };
  if (!String(query).includes('ask(') || text === undefined) {
    return sendJson(response, 200, { errors: [{ message: 'ask needs the variable text' }] });
  }
  return sendJson(response, 200, {
    data: { ask: { answer: bot(text, history ?? ''), sources: [] } },
  });
};

interface Variables {
  readonly text?: string;
  readonly history?: string;
}
