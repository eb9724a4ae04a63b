import { sendJson, startStub, type Stub } from './start-stub.ts';

/** A chat API that keeps conversations in sessions. */
export interface SessionApi extends Stub {
  /** Turns that are refused with status 400, as attempt/turn. */
  readonly refused: Set<string>;
}

/** The target of requests to the API. */
export const SESSION_TARGET = {
  path: '/chats/{{session}}/say',
  body: { text: '{{user_message}}' },
  reply: '/text',
  session: { from: '/id', open: { path: '/chats', body: {} } },
};

/** Starts the API. Sessions are numbered from 1, and each reply names its session: `Your card is blocked (1).` */
export async function startSessionApi(): Promise<SessionApi> {
  const refused = new Set<string>();
  let sessions = 0;
  const stub = await startStub(({ path, headers }, response) => {
    if (path === '/chats') {
      sessions += 1;
      sendJson(response, { id: sessions });
      return;
    }
    const [, , attempt] = String(headers['x-fairtrial-conversation']).split('/');
    const isRefused = refused.has(`${attempt}/${String(headers['x-fairtrial-turn'])}`);
    const [, , session] = path.split('/');
    sendJson(response, { text: `Your card is blocked (${session}).` }, isRefused ? 400 : 200);
  });
  return { ...stub, refused };
}
