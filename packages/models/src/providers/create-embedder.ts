import { EgressError, type Credentials, type Egress, type EgressResponse } from '@fairtrial/egress';
import { z } from 'zod';
import { failedTry, openOrFail, retry, type FailedTry } from '../calls/failed-try.ts';
import { createV1Fallback, withoutTrailingSlash } from '../calls/v1-fallback.ts';

export interface EmbedderOptions {
  readonly egress: Egress;
  readonly credentials: Credentials;
  /** With or without `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly deadlineMs: number;
}

interface Vectors {
  readonly state: 'embedded';
  readonly vectors: readonly Float32Array[];
}

export type Embedded = Vectors | Pick<FailedTry, 'state' | 'kind' | 'status' | 'message'>;

/** Returns one vector per text, in order. Only the caller's abort reason is thrown. */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<Embedded>;

const MAX_BYTES = 64 * 1024 * 1024;
const RETRIES = 2;
const MAX_PAUSE_MS = 5000;

const Answer = z.looseObject({
  data: z.array(
    z.looseObject({
      index: z.int().min(0).optional(),
      embedding: z.union([z.array(z.number()).min(1), z.string().min(1)]),
    }),
  ),
});

/** Embeds texts with an OpenAI-compatible `/embeddings` endpoint. */
export function createEmbedder(options: EmbedderOptions): Embed {
  const { egress, credentials, model, deadlineMs } = options;
  const toBase = createV1Fallback<EgressResponse>(
    withoutTrailingSlash(options.baseUrl),
    (response) => response.discard(),
  );

  async function askOnce(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Vectors | FailedTry> {
    const opened = await openOrFail(() =>
      toBase((base) =>
        egress.open({
          url: `${base}/embeddings`,
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ model, input: texts }),
          credentials,
          deadlineMs,
          maxBytes: MAX_BYTES,
          signal,
        }),
      ),
    );
    return 'state' in opened ? opened : readVectors(opened, texts.length);
  }

  return async (texts, signal) => {
    const { answer } = await retry(() => askOnce(texts, signal), {
      retries: RETRIES,
      signal,
      mayPause: (ms) => ms <= MAX_PAUSE_MS,
    });
    return answer;
  };
}

async function readVectors(response: EgressResponse, count: number): Promise<Vectors | FailedTry> {
  try {
    const { data } = Answer.parse(JSON.parse(await response.text()));
    const sorted = data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
    const vectors = sorted.map(({ embedding }) => toVector(embedding));
    const sizes = new Set(vectors.map((vector) => vector.length));
    if (vectors.length === count && sizes.size === 1) return { state: 'embedded', vectors };
    return badAnswer(`${vectors.length} vectors of ${sizes.size} sizes for ${count} texts`);
  } catch (thrown) {
    if (thrown instanceof EgressError) {
      return failedTry({ kind: thrown.kind, status: null, message: thrown.message });
    }
    if (thrown instanceof SyntaxError || thrown instanceof z.ZodError) {
      return badAnswer('no list of embeddings');
    }
    throw thrown;
  }
}

function badAnswer(what: string): FailedTry {
  const message = `its answer cannot be read: ${what}`;
  return failedTry({ kind: 'bad_response', status: null, message });
}

/** Accepts a list of numbers, or base64 of little-endian floats, which some providers send. */
function toVector(embedding: readonly number[] | string): Float32Array {
  if (typeof embedding !== 'string') return Float32Array.from(embedding);
  const bytes = Buffer.from(embedding, 'base64');
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) =>
    bytes.readFloatLE(at * 4),
  );
}
