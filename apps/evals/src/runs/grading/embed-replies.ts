import type { Embed } from '@assay/models';
import { semanticSimilarity } from '@assay/scorers';
import { createHash } from 'node:crypto';
import { findVectors, insertVectors, type StoredVector } from '../../db/grading/embeddings.ts';
import type { Turn } from '../../db/turns/turn.ts';
import type { Tx } from '../../db/connection/tx.ts';

export interface Pair {
  readonly turn: Turn;
  readonly reference: string;
}

/** How near each reply is to its reference; null where that could not be found out. */
export type Compare = (
  pairs: readonly Pair[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<Turn, number | null>>;

interface Options {
  readonly tx: Tx;
  readonly embed: Embed | undefined;
  readonly model: string;
  readonly floor: number;
}

/** About as much as models take; what comes after it rarely changes what a text is about. */
const MAX_LENGTH = 8000;
const AT_ONCE = 64;
/** After so many failures in a row nobody is asked any more. */
const MAX_FAILURES = 3;

/** Compares by meaning. A text that was embedded before, in whatever run, is not embedded again. */
export function embedReplies({ tx, embed, model, floor }: Options): Compare {
  let failures = 0;

  /** On record before anybody uses it. */
  async function embedAll(
    texts: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<readonly StoredVector[]> {
    const [names, inputs] = [[...texts.keys()], [...texts.values()]];
    if (embed === undefined || failures >= MAX_FAILURES) return [];
    const answer = await embed(inputs, signal);
    if (answer.state === 'failed') {
      failures += 1;
      return [];
    }
    failures = 0;
    const stored = answer.vectors.map((vector, at) => ({
      digest: Buffer.from(names[at] ?? '', 'hex'),
      vector: toBytes(vector),
    }));
    await insertVectors(tx, model, stored);
    return stored;
  }

  async function vectorsOf(
    texts: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const digests = [...texts.keys()].map((name) => Buffer.from(name, 'hex'));
    const found = [...(await findVectors(tx, model, digests))];
    const known = new Set(found.map(({ digest }) => digest.toString('hex')));
    const missing = [...texts].filter(([name]) => !known.has(name));
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      found.push(...(await embedAll(new Map(missing.slice(at, at + AT_ONCE)), signal)));
    }
    return new Map(found.map(({ digest, vector }) => [digest.toString('hex'), toVector(vector)]));
  }

  return async (pairs, signal) => {
    if (pairs.length === 0) return new Map();
    const named = pairs.map(({ turn, reference }) => {
      return { turn, reply: toNamed(turn.reply), reference: toNamed(reference) };
    });
    const texts = named.flatMap(({ reply, reference }) => [reply, reference]);
    const vectors = await vectorsOf(new Map(texts.map((one) => [one.name, one.text])), signal);
    return new Map(
      named.map(({ turn, reply, reference }) => {
        const [a, b] = [vectors.get(reply.name), vectors.get(reference.name)];
        const likeness = a && b ? semanticSimilarity(a, b, floor) : null;
        return [turn, likeness];
      }),
    );
  };
}

function toNamed(whole: string): { readonly name: string; readonly text: string } {
  const text = whole.slice(0, MAX_LENGTH).toWellFormed() || ' '; // nothing is refused by some
  return { text, name: createHash('sha256').update(text).digest('hex') };
}

function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, at) => bytes.writeFloatLE(value, at * 4));
  return bytes;
}

function toVector(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}
