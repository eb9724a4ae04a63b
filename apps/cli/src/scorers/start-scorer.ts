import { parseJson, ScorerCall, type ScorerTurn } from '@fairtrial/contracts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { CliError, EXIT } from '../command/exit-code.ts';
import { startLocalServer, type LocalServer } from '../command/start-local-server.ts';

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

const Value = z.number().min(0).max(1).nullable();

const Returned = z.union([
  Value.transform((score) => ({ score })),
  z.object({ score: Value, reason: z.string().nullish(), details: z.unknown().optional() }),
]);

type TurnScore = z.output<typeof Returned> & { readonly id: string };

/**
 * Scores the turns of one call. A turn for which `score` throws or returns something else is left out and reported,
 * so that it counts as failed and not as 0.
 */
export async function scoreTurns(
  score: Score,
  turns: readonly ScorerTurn[],
  report: (problem: string) => void,
): Promise<readonly TurnScore[]> {
  const scored = await Promise.all(
    turns.map(async (turn) => {
      try {
        const { data } = Returned.safeParse(await score(turn));
        if (data !== undefined) return [{ id: turn.id, ...data }];
        report(`turn ${turn.id}: score returned neither null nor a number from 0 to 1`);
      } catch (error) {
        report(`turn ${turn.id}: ${error instanceof Error ? error.message : String(error)}`);
      }
      return [];
    }),
  );
  return scored.flat();
}

interface SignedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly now: Date;
}

const MAX_AGE_SECONDS = 300;

/** True if a message is a Standard Webhook that was signed with this secret in the last five minutes. */
export function verifyWebhook(secret: string, { headers, body, now }: SignedMessage): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': sent } = headers;
  const age = now.getTime() / 1000 - Number(timestamp);
  if (typeof sent !== 'string' || !(Math.abs(age) <= MAX_AGE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${String(id)}.${String(timestamp)}.${body}`);
  const signature = Buffer.from(`v1,${expected.digest('base64')}`);
  // A sender that changes its secret sends several signatures.
  return sent.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === signature.length && timingSafeEqual(given, signature);
  });
}

/** The function of a scorer file. What it returns is checked for every turn. */
export type Score = (turn: ScorerTurn) => unknown;

/** Loads the function `score` of a module, or its default export. TypeScript runs without a build. */
export async function loadScore(folder: string, file: string): Promise<Score> {
  const path = resolve(folder, file);
  if (!existsSync(path)) throw new CliError(EXIT.usage, `${file}: there is no such file`);
  const module = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(EXIT.usage, `${file} cannot be loaded: ${why}`, { cause });
  });
  const { score, default: fallback } = module as Readonly<Record<string, unknown>>;
  const found = score ?? fallback;
  if (typeof found === 'function') return found as Score;
  const example = 'export function score(turn) { return turn.reply.length < 200 ? 1 : 0; }';
  throw new CliError(EXIT.usage, `${file} exports no function score, for example: ${example}`);
}
