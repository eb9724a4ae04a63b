import type { StudioModels } from '@assay/contracts';
import type { ListedModel } from './list-models.ts';

const START = 8;

/**
 * A name for each model: those that are taken stay as they are, and whoever comes later with one of them gets
 * the start of its id beside it, or all of it where that is taken too.
 */
export function nameModels(models: readonly ListedModel[], taken: StudioModels): StudioModels {
  const named = new Map<string, string>();
  const known = new Set(Object.values(taken).map((id) => id.toLowerCase()));
  for (const { id, name = id } of models) {
    if (known.has(id.toLowerCase())) continue;
    known.add(id.toLowerCase());
    const names = [name, `${name} (${id.slice(0, START)})`, `${name} (${id})`];
    const free = names.find((one) => !named.has(one) && !Object.hasOwn(taken, one));
    named.set(free ?? id, id);
  }
  return Object.fromEntries(named);
}
