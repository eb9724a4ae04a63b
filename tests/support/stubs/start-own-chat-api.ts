import { sendJson, startStub, type Stub } from './start-stub.ts';

/** A chat API of no known shape, with the id of the conversation in each response. `/stream` answers with events. */
export function startOwnChatApi(): Promise<Stub> {
  return startStub(({ path, body }, response) => {
    if (path === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const words of ['One ', 'moment.']) {
        response.write(`data: ${JSON.stringify({ piece: { words } })}\n\n`);
      }
      return response.end();
    }
    const { question = '' } = body as { readonly question?: string };
    return sendJson(response, { turn: { said: `You said ${question}`, conversation_id: 'c-7' } });
  });
}
