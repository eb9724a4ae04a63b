import { normalise } from './normalise.ts';
import type { Text } from './read-text.ts';

/** Compares the whole texts; equal beginnings are not enough. */
export function exactMatch(reply: Text, reference: Text): number {
  if (reply.norm !== reference.norm) return 0;
  if (!reply.isCut && !reference.isCut) return 1;
  return normalise(reply.whole) === normalise(reference.whole) ? 1 : 0;
}
