import { FineTunedId } from '@fairtrial/contracts';
import { z } from 'zod';
import type { ModelAliases } from './loop/route-model.ts';

const SHAPE = 'must be alias=model,alias=model, such as fast=openai/gpt-4o-mini';

/** `MODEL_ALIASES`: short names for models, each resolved to a UUID or `<provider>/<model>`. */
export const modelAliases = z.string().transform((text, context): ModelAliases => {
  const targets = new Map<string, string>();
  const faults: string[] = [];
  for (const pair of text.split(',').filter((one) => one.trim() !== '')) {
    const at = pair.indexOf('=');
    const alias = pair.slice(0, Math.max(at, 0)).trim();
    const target = pair.slice(at + 1).trim();
    if (alias === '' || target === '') faults.push(SHAPE);
    else if (isModelId(alias))
      faults.push(`'${alias}' is the id of a model and cannot be an alias`);
    else if (targets.has(alias)) faults.push(`'${alias}' occurs twice`);
    else targets.set(alias, target);
  }
  const resolved = [...targets.keys()].map((alias) => [alias, resolve(targets, alias)] as const);
  for (const [alias, model] of resolved) {
    if (isModelId(model)) continue;
    const why = targets.has(model)
      ? `'${alias}' is in a cycle: it leads back to '${model}'`
      : `'${alias}' leads to '${model}', which is not an alias, a UUID or <provider>/<model>`;
    faults.push(why);
  }
  for (const message of new Set(faults)) context.addIssue({ code: 'custom', message });
  return new Map(resolved);
});

/** Follows aliases of aliases. Returns the last name reached if they form a cycle. */
function resolve(targets: ReadonlyMap<string, string>, alias: string): string {
  const seen = new Set<string>();
  let name = alias;
  for (let next = targets.get(name); next !== undefined; next = targets.get(name)) {
    if (seen.has(name)) return name;
    seen.add(name);
    name = next;
  }
  return name;
}

function isModelId(text: string): boolean {
  return text.includes('/') || FineTunedId.safeParse(text).success;
}
