import {
  AppError,
  countScenarioTurns,
  INPUT_LIMITS,
  serializeScenario,
  toStorableJson,
  type FieldError,
  type TestBatch,
} from '@fairtrial/contracts';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScenarioToStore } from '../db/datasets/scenario-rows.ts';
import { splitWords } from '../db/split-words.ts';
import { validateChecks } from '../runs/plan/validate-checks.ts';

const PREVIEW_CHARS = 200;
/** PostgreSQL stores the words of a scenario in at most 1 MB. */
const MAX_WORDS = 2000;

/**
 * Gives every scenario its id and hash. Throws if two have the same id, or if a check can never hold. `field` is the
 * field of the request with the scenarios.
 */
export async function prepareScenarios(
  scenarios: readonly TestBatch[],
  field: '/scenarios' | '/upsert',
): Promise<readonly ScenarioToStore[]> {
  await validateChecks({ scenarios }, { isList: true, field });
  const prepared: ScenarioToStore[] = [];
  for (const scenario of scenarios) {
    await nextTurn(); // other requests are handled in between
    prepared.push(prepareScenario(scenario));
  }
  refuseBadIds(prepared, field);
  return prepared;
}

function prepareScenario(scenario: TestBatch): ScenarioToStore {
  // Hashed as it is stored, so that the stored scenario has the same hash when it is sent again.
  const storable = toStorableJson(scenario) as TestBatch;
  const { id = `s-${sha256(serializeScenario(storable)).slice(0, 12)}`, ...rest } = storable;
  const content = { id, ...rest } as TestBatch;
  const { name = id, tags = [], interactions, user } = content;
  const preview = interactions[0]?.user_message ?? user?.goal ?? '';
  return {
    id,
    hash: sha256(serializeScenario(content)),
    content,
    bytes: Buffer.byteLength(JSON.stringify(content)),
    name,
    tags,
    preview: preview.slice(0, PREVIEW_CHARS).toWellFormed(),
    interactions: countScenarioTurns(content),
    checks: countChecks(content),
    words: listWords(content),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function countChecks({ checks = [], interactions }: TestBatch): number {
  return interactions.reduce((sum, each) => sum + (each.checks?.length ?? 0), checks.length);
}

/** The words of the texts that are searched, from the first ones. */
function listWords(scenario: TestBatch): readonly string[] {
  const { id = '', name = '', tags = [], interactions, user } = scenario;
  const messages = [...interactions.map((each) => each.user_message), user?.goal ?? ''];
  return splitWords([id, name, ...tags, ...messages], MAX_WORDS);
}

function refuseBadIds(prepared: readonly ScenarioToStore[], field: string): void {
  const first = new Map<string, number>();
  const errors: FieldError[] = [];
  for (const [at, { id }] of prepared.entries()) {
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, at);
    if (id === '') errors.push({ pointer: `${field}/${at}/id`, detail: EMPTY_ID });
    else if (earlier !== undefined) errors.push(...describeTwins({ field, id, earlier, at }));
    if (errors.length >= INPUT_LIMITS.errors_listed) break;
  }
  const [error] = errors;
  if (error === undefined) return;
  throw new AppError('invalid_request', `${error.pointer} ${error.detail}`, { errors });
}

const EMPTY_ID =
  'must not be empty: leave it out, and the scenario gets an id made from its content';

interface Twins {
  readonly field: string;
  readonly id: string;
  readonly earlier: number;
  readonly at: number;
}

function describeTwins({ field, id, earlier, at }: Twins): readonly FieldError[] {
  const [one, other] = [`${field}/${earlier}`, `${field}/${at}`];
  const describe = (pointer: string, twin: string): FieldError => ({
    pointer,
    detail: `has the same id '${id}' as ${twin}: ids are unique in a dataset, and scenarios without an id that are equal get the same one`,
  });
  return [describe(one, other), describe(other, one)];
}
