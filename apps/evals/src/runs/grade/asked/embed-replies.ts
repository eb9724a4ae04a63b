import { semanticSimilarity } from '@fairtrial/scorers';
import { createHash } from 'node:crypto';
import {
  findVectors,
  insertVectors,
  type EmbeddedRun,
  type StoredVector,
} from '../../../db/grading/embeddings.ts';
import type { Turn } from '../../../entities/turn.ts';
import type { SqlExecutor } from '../../../db/connection/sql.ts';
import { NOTHING_FOUND } from '../grader.ts';
import type { GradingModels } from './grading-models.ts';
import { oncePerPage, type AskingGrader, type Page } from './subject.ts';

interface EmbeddingServices {
  readonly tx: SqlExecutor;
  readonly models: Pick<GradingModels, 'embed' | 'embeddingsFloor'>;
}

/** The embeddings model, which compares a reply with its reference. */
export function embeddings(services: EmbeddingServices, run: EmbeddedRun): AskingGrader {
  const compare = createComparison(services, run);
  const comparePage = oncePerPage((page) => compare(listPairs(page), page.signal));
  return {
    name: 'semantic_similarity',
    version: run.model,
    async grade({ turn }, page) {
      const semantic = (await comparePage(page)).get(turn);
      if (semantic === undefined) return NOTHING_FOUND;
      return { semantic, details: {}, flags: semantic === null ? ['embedding_failed'] : [] };
    },
  };
}

interface ReplyPair {
  readonly turn: Turn;
  readonly reference: string;
}

/** The replies that have a reference, each with its reference. */
function listPairs({ subjects }: Page): readonly ReplyPair[] {
  return subjects.flatMap(({ turn, interaction: { reference_reply: reference } }) =>
    reference === '' ? [] : [{ turn, reference }],
  );
}

/** The similarity of each reply and its reference; null if the embeddings failed. */
type CompareReplies = (
  pairs: readonly ReplyPair[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<Turn, number | null>>;

/** About the input limit of embedding models. Text beyond it rarely changes the meaning. */
const MAX_LENGTH = 8000;
const BATCH_SIZE = 64;
/** After this many consecutive failures the model is not called again. */
const MAX_FAILURES = 3;

/** Compares replies by their embeddings. Vectors are stored by text hash and shared by all runs that use them. */
function createComparison(
  { tx, models: { embed, embeddingsFloor: floor } }: EmbeddingServices,
  run: EmbeddedRun,
): CompareReplies {
  let failures = 0;

  /** Vectors are stored before they are used. */
  async function embedBatch(
    texts: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<readonly StoredVector[]> {
    const [digests, inputs] = [[...texts.keys()], [...texts.values()]];
    if (embed === undefined || failures >= MAX_FAILURES) return [];
    const answer = await embed(inputs, signal);
    if (answer.state === 'failed') {
      failures += 1;
      return [];
    }
    failures = 0;
    const stored = answer.vectors.map((vector, at) => ({
      digest: Buffer.from(digests[at] ?? '', 'hex'),
      vector: toBytes(vector),
    }));
    await insertVectors(tx, run, stored);
    return stored;
  }

  async function loadVectors(
    texts: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const digests = [...texts.keys()].map((digest) => Buffer.from(digest, 'hex'));
    const found = [...(await findVectors(tx, run, digests))];
    const known = new Set(found.map(({ digest }) => digest.toString('hex')));
    const missing = [...texts].filter(([digest]) => !known.has(digest));
    for (let at = 0; at < missing.length; at += BATCH_SIZE) {
      found.push(...(await embedBatch(new Map(missing.slice(at, at + BATCH_SIZE)), signal)));
    }
    return new Map(found.map(({ digest, vector }) => [digest.toString('hex'), toVector(vector)]));
  }

  return async (pairs, signal) => {
    if (pairs.length === 0) return new Map();
    const hashed = pairs.map(({ turn, reference }) => {
      return { turn, reply: toHashed(turn.reply), reference: toHashed(reference) };
    });
    const texts = hashed.flatMap(({ reply, reference }) => [reply, reference]);
    const vectors = await loadVectors(
      new Map(texts.map(({ digest, text }) => [digest, text])),
      signal,
    );
    return new Map(
      hashed.map(({ turn, reply, reference }) => {
        const [a, b] = [vectors.get(reply.digest), vectors.get(reference.digest)];
        const similarity = a && b ? semanticSimilarity(a, b, floor) : null;
        return [turn, similarity];
      }),
    );
  };
}

function toHashed(whole: string): { readonly digest: string; readonly text: string } {
  const text = whole.slice(0, MAX_LENGTH).toWellFormed() || ' '; // some providers reject an empty text
  return { text, digest: createHash('sha256').update(text).digest('hex') };
}

function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, at) => bytes.writeFloatLE(value, at * 4));
  return bytes;
}

function toVector(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}
