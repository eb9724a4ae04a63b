import { AppError, type Check, type FieldError } from '@assay/contracts';
import { compileCheck } from '@assay/scorers';
import type { PlannedScenario, RunPlan } from '../../db/runs/run.ts';
import { createYielder } from '../worker/yielder.ts';

/** All patterns and schemas of a run together, in characters: each takes time to be made ready. */
const MAX_CHARACTERS = 256 * 1024;
const LISTED = 20;

/** One may take 100 ms; whatever came in meanwhile is dealt with in between. */
const slice = createYielder();

/** Refuses checks that could never be checked, before anything is asked of anybody. */
export async function validateChecks(
  { scenarios }: Pick<RunPlan, 'scenarios'>,
  { isList }: { readonly isList: boolean },
): Promise<void> {
  const errors: FieldError[] = [];
  const known = new Set<string>();
  let characters = 0;
  for (const { pointer, check } of everyCheck(scenarios, isList)) {
    const source = sourceOf(check);
    if (source === undefined || known.has(source)) continue;
    known.add(source);
    characters += source.length;
    if (characters > MAX_CHARACTERS) {
      const detail = `the patterns and schemas of a run may have ${MAX_CHARACTERS} characters together`;
      throw new AppError('limit_exceeded', detail, { errors: [{ pointer, detail }] });
    }
    await slice();
    const compiled = compileCheck(check);
    if (compiled.state === 'ready') continue;
    known.delete(source); // each place is named
    errors.push({ pointer: `${pointer}/${compiled.field}`, detail: compiled.detail });
    if (errors.length === LISTED) break;
  }
  const [first] = errors;
  if (first === undefined) return;
  const detail = `a check can never hold: ${first.pointer} ${first.detail}`;
  throw new AppError('invalid_request', detail, { errors });
}

function* everyCheck(
  scenarios: readonly PlannedScenario[],
  isList: boolean,
): Generator<{ readonly pointer: string; readonly check: Check }> {
  for (const [scenarioNo, { interactions }] of scenarios.entries()) {
    const batch = isList ? `/test_batch/${scenarioNo}` : '/test_batch';
    for (const [turnNo, { checks = [] }] of interactions.entries()) {
      for (const [at, check] of checks.entries()) {
        yield { pointer: `${batch}/interactions/${turnNo}/checks/${at}`, check };
      }
    }
  }
}

/** What has to be made ready; the others can be checked as they are. */
function sourceOf(check: Check): string | undefined {
  if (check.type === 'regex') return check.pattern;
  return check.type === 'json_schema' ? JSON.stringify(check.schema) : undefined;
}
