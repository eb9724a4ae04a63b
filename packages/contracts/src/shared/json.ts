import { findExcess } from './find-excess.ts';
import { INPUT_LIMITS } from './input-limits.ts';

/** Returns `undefined` (which JSON cannot express) if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** True if the JSON text is nested deeper than `INPUT_LIMITS.depth`. */
export function isTooDeep(json: string): boolean {
  return findExcess(json, { depth: INPUT_LIMITS.depth }) !== undefined;
}
