import type { StoredTarget, StoredTargets, Target } from '@fairtrial/contracts';
import type { Sender } from './create-sender.ts';
import type { CallOptions } from './runs-api.ts';

export type TargetInput = (typeof Target)['_zod']['input'];

/** Stored targets of the project, which requests name in `target`. */
export interface TargetsApi {
  list(options?: CallOptions): Promise<StoredTargets>;
  /** Stores a target, or replaces the one with the same name. */
  save(name: string, target: TargetInput, options?: CallOptions): Promise<StoredTarget>;
  delete(name: string, options?: CallOptions): Promise<void>;
}

export function createTargetsApi(sender: Sender): TargetsApi {
  return {
    list: ({ signal } = {}) => sender.json({ path: '/targets', signal }),
    save: (name, body, { signal } = {}) =>
      sender.json({ method: 'PUT', path: pathOf(name), body, signal }),
    delete: (name, { signal } = {}) =>
      sender.send({ method: 'DELETE', path: pathOf(name), signal }, async () => undefined),
  };
}

function pathOf(name: string): string {
  return `/targets/${encodeURIComponent(name)}`;
}
