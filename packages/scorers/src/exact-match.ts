import { normalise } from './normalise.ts';

export function exactMatch(reply: string, reference: string): number {
  return normalise(reply) === normalise(reference) ? 1 : 0;
}
