import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sendJson, type ChatApi } from './chat-api.ts';
import { cookieSession } from './cookie-session.ts';
import { createBot } from './create-bot.ts';
import { eventStream } from './event-stream.ts';
import { formOnly } from './form-only.ts';
import { graphql } from './graphql.ts';
import { listReply } from './list-reply.ts';
import { nestedReply } from './nested-reply.ts';
import { openedSession } from './opened-session.ts';
import { sessionInBody } from './session-in-body.ts';
import { sessionInPath } from './session-in-path.ts';

/** Each API, by the first part of its path. */
const APIS: Readonly<Record<string, ChatApi>> = {
  'session-in-path': sessionInPath,
  'session-in-body': sessionInBody,
  'opened-session': openedSession,
  'nested-reply': nestedReply,
  'list-reply': listReply,
  'event-stream': eventStream,
  graphql,
  'form-only': formOnly,
  'cookie-session': cookieSession,
};

export interface ChatApis extends AsyncDisposable {
  /** The address of the server; each API is below it, such as `/graphql`. */
  readonly url: string;
  readonly names: readonly string[];
}

/** Starts one server with chat APIs of different shapes, none of which is the API of a known provider. */
export async function startChatApis(port = 0): Promise<ChatApis> {
  const bot = createBot();
  const apis = new Map(Object.entries(APIS).map(([name, api]) => [name, api(bot)]));
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const [, name = '', path = ''] = /^\/([^/?]+)([^?]*)/.exec(url) ?? [];
    const api = apis.get(name);
    if (api === undefined) return void sendJson(response, 404, { error: 'no such API' });
    return void text(incoming).then((body) =>
      api({ method, path: path || '/', headers, body }, response),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names: [...apis.keys()],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
