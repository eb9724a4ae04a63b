import { Problem } from '@fairtrial/contracts';
import { Agent, request } from 'undici';

const BODY = JSON.stringify({ messages: [{ type: 'human', content: 'Hello' }] });

/** Number of requests by outcome. */
export interface Ends {
  answered: number;
  /** 429 or 503 with a problem document and Retry-After. */
  refused: number;
  readonly faults: string[];
}

export interface Callers extends AsyncDisposable {
  readonly ends: Ends;
  /** Sends one request, streamed or not, and counts its outcome. */
  send(stream?: 'stream'): Promise<void>;
}

/** Creates callers of one agent that share a connection pool; the pool grows if all connections are in use. */
export function createCallers(url: string): Callers {
  const dispatcher = new Agent();
  const ends: Ends = { answered: 0, refused: 0, faults: [] };
  return {
    ends,
    async send(stream) {
      const headers = { 'x-model-id': 'bench/plain' };
      const options = { dispatcher, method: 'POST', headers, body: BODY } as const;
      try {
        const answer = await request(stream ? `${url}/?stream=true` : url, options);
        const said = await answer.body.text();
        if (answer.statusCode === 200 && (!stream || said.endsWith('data: [DONE]\n\n')))
          ends.answered += 1;
        else if (isRefusal(answer.statusCode, answer.headers['retry-after'], said))
          ends.refused += 1;
        else ends.faults.push(`${answer.statusCode} ${said.slice(-300)}`);
      } catch (error) {
        ends.faults.push(String(error));
      }
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };
}

function isRefusal(status: number, retryAfter: unknown, body: string): boolean {
  if ((status !== 429 && status !== 503) || !/^\d+$/.test(String(retryAfter))) return false;
  return Problem.safeParse(JSON.parse(body)).success;
}

/** Sends `count` requests at the same instant, each on its own connection. */
export async function sendAtOnce(url: string, count: number, stream?: 'stream'): Promise<Ends> {
  await using callers = createCallers(url);
  await Promise.all(Array.from({ length: count }, () => callers.send(stream)));
  return callers.ends;
}
