import { parseJson, ScorerCall } from '@fairtrial/contracts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer, type LocalServer } from '../command/start-local-server.ts';
import type { Score } from './load-score.ts';
import { scoreTurns } from './score-turns.ts';
import { verifyWebhook } from './verify-webhook.ts';

interface ScorerOptions {
  readonly score: Score;
  /** `whsec_` and the base64 of the key that signs the calls. */
  readonly secret: string;
  readonly port: number;
  /** Called for each turn that has no score, and for each refused call. */
  readonly report: (problem: string) => void;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Serves a scorer on this machine. Calls without a valid signature are refused. */
export async function startScorer(options: ScorerOptions): Promise<LocalServer> {
  return startLocalServer(options.port, (request, response) => {
    handle(options, request, response).catch((error: unknown) => {
      options.report(error instanceof Error ? error.message : String(error));
      response.destroy();
    });
  });
}

async function handle(
  { score, secret, report }: ScorerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, problem: string): void => {
    report(`refused a call: ${problem}`);
    response.writeHead(status, { connection: 'close' }).end(`${problem}\n`);
  };
  const body = await readBody(request);
  if (body === undefined) return refuse(413, `it is larger than ${MAX_BYTES} bytes`);
  if (!verifyWebhook(secret, { headers: request.headers, body, now: new Date() })) {
    return refuse(401, 'its signature is not valid: is the secret in SCORERS the one shown here?');
  }
  const call = ScorerCall.safeParse(parseJson(body));
  if (!call.success) return refuse(400, 'its body is not a list of turns');
  const scores = await scoreTurns(score, call.data.turns, report);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ scores }));
}

/** `undefined` if the body is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
