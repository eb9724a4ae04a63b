import { FineTunedId, StudioModels } from '@fairtrial/contracts';
import type { ConfigFault, Env } from '@fairtrial/server';
import { readFileSync } from 'node:fs';

const ONE_MODEL = /^STUDIO_MODEL_([A-Z0-9_]+)$/;

interface Found {
  readonly models: StudioModels;
  readonly faults: readonly ConfigFault[];
}

/**
 * Reads the fine-tuned models from the environment: `STUDIO_MODELS` as `name=uuid,…`, as JSON or as the path of a JSON
 * file, and `STUDIO_MODEL_QWEN_GDPR=uuid` for "qwen-gdpr".
 */
export function readStudioModels(env: Env): Found {
  const single = Object.entries(env).flatMap(([variable, uuid]) => {
    const name = ONE_MODEL.exec(variable)?.[1];
    return name && uuid ? [[name.toLowerCase().replaceAll('_', '-'), uuid.trim()] as const] : [];
  });
  const text = env['STUDIO_MODELS']?.trim() ?? '';
  try {
    const models = { ...readList(text), ...Object.fromEntries(single) };
    return { models, faults: uuidFaults(models) };
  } catch {
    const problem =
      'must be name=uuid,name=uuid, or a JSON object of names and UUIDs, or a file that holds one';
    return { models: {}, faults: [{ variable: 'STUDIO_MODELS', problem }] };
  }
}

/** Front ends would offer a name without a UUID, and every request for it would be rejected. */
function uuidFaults(models: StudioModels): readonly ConfigFault[] {
  return Object.entries(models)
    .filter(([, id]) => !FineTunedId.safeParse(id).success)
    .map(([name, id]) => ({
      variable: 'STUDIO_MODELS',
      problem: `'${name}' must map to a UUID; got '${id}'`,
    }));
}

function readList(text: string): StudioModels {
  if (text === '') return {};
  if (text.startsWith('{')) return StudioModels.parse(JSON.parse(text));
  if (!text.includes('=')) return StudioModels.parse(JSON.parse(readFileSync(text, 'utf8')));
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, uuid] = pair.split('=').map((part) => part.trim());
      if (!name || !uuid) throw new Error(`not a pair: ${pair}`);
      return [name, uuid];
    }),
  );
}
