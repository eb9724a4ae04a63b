import { seededRandom, type Random } from '@fairtrial/statistics';
import { createHash } from 'node:crypto';

/** Random numbers in [0, 1) that depend only on the given parts. */
export function randomFrom(...parts: readonly (string | number)[]): Random {
  return seededRandom(createHash('sha256').update(parts.join('\u0000')).digest().readUInt32LE());
}
