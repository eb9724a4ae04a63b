import { toStorable } from '@fairtrial/contracts';

const MAX_LENGTH = 200;

/** Returns the model named in a response; `undefined` if there is none. */
export function readModel(body: unknown): string | undefined {
  const name =
    fieldOf(body, 'model') ??
    fieldOf(body, 'modelVersion') ?? // Gemini
    fieldOf(fieldOf(body, 'response_metadata'), 'model_name'); // agent backend
  if (typeof name !== 'string' || name.trim() === '') return undefined;
  return toStorable(name.slice(0, MAX_LENGTH)).text;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
