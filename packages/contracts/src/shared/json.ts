import { findExcess } from './find-excess.ts';
import { INPUT_LIMITS } from './input-limits.ts';

/** Returns the value of a JSON text; `undefined` (which JSON cannot express) if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether JSON is nested deeper than anything sensible is. */
export function isTooDeep(json: string): boolean {
  return findExcess(json, { depth: INPUT_LIMITS.depth }) !== undefined;
}
