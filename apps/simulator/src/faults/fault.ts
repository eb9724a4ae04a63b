import type { Random } from '../seeded-random.ts';
import type { ServerResponse } from 'node:http';

/** Answers a call in some way that a model endpoint should not, but does. */
export type Fault = (response: ServerResponse) => void;

/** `x-sim-fault: status-500@0.05` is that fault for one call in twenty. */
export function readFault(
  header: string | undefined,
  model: string,
  random: Random,
): string | undefined {
  if (model.startsWith('fault/')) return model.slice('fault/'.length);
  const [name, share = '1'] = header?.split('@') ?? [];
  return name !== undefined && random() < Number(share) ? name : undefined;
}
