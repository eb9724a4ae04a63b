import { ScorerCall, type ScorerTurn } from '@fairtrial/contracts';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

/** An own scorer whose answers the test defines. The library of Standard Webhooks checks every signature. */
export interface ScorerStub extends AsyncDisposable {
  /** The value of SCORERS that registers it under this name. */
  readonly register: (name: string) => string;
  /** The turns of each call with a valid signature. */
  readonly calls: readonly (readonly ScorerTurn[])[];
}

type Answer = (turns: readonly ScorerTurn[], response: ServerResponse) => unknown;

export async function startScorer(answer: Answer): Promise<ScorerStub> {
  const calls: (readonly ScorerTurn[])[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = request.headers as Record<string, string>;
      const { turns } = ScorerCall.parse(new Webhook(SECRET).verify(body, headers));
      calls.push(turns);
      return answer(turns, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    register: (name) => `${name}=http://127.0.0.1:${port}/score;secret=${SECRET}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Scores every turn by its reply. */
export function scoreBy(score: (reply: string) => number | null): Answer {
  return (turns, response) => {
    const scores = turns.map(({ id, reply }) => ({
      id,
      score: score(reply),
      reason: `said ${reply}`,
    }));
    response.end(JSON.stringify({ scores }));
  };
}
