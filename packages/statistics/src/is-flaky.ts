import type { Passes } from './passes.ts';

/** Neither always passed nor always failed. */
export function isFlaky({ passes, attempts }: Passes): boolean {
  return passes > 0 && passes < attempts;
}
