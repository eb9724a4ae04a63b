import { AppError, type Assertion, type FieldError } from '@assay/contracts';
import { compileAssertion } from '@assay/scorers';
import type { PlannedScenario, RunPlan } from '../db/run.ts';
import { takeSlices } from './take-slices.ts';

/** All patterns and schemas of a run together, in characters: each takes time to be made ready. */
const MOST_CHARACTERS = 256 * 1024;
const LISTED = 20;

/** One may take 100 ms; whatever came in meanwhile is dealt with in between. */
const slice = takeSlices();

/** Refuses assertions that could never be checked, before anything is asked of anybody. */
export async function checkAssertions(
  { scenarios }: Pick<RunPlan, 'scenarios'>,
  { isList }: { readonly isList: boolean },
): Promise<void> {
  const errors: FieldError[] = [];
  const known = new Set<string>();
  let characters = 0;
  for (const { pointer, assertion } of everyAssertion(scenarios, isList)) {
    const source = sourceOf(assertion);
    if (source === undefined || known.has(source)) continue;
    known.add(source);
    characters += source.length;
    if (characters > MOST_CHARACTERS) {
      const detail = `the patterns and schemas of a run may have ${MOST_CHARACTERS} characters together`;
      throw new AppError('limit_exceeded', detail, { errors: [{ pointer, detail }] });
    }
    await slice();
    const compiled = compileAssertion(assertion);
    if (compiled.state === 'ready') continue;
    known.delete(source); // each place is named
    errors.push({ pointer: `${pointer}/${compiled.field}`, detail: compiled.detail });
    if (errors.length === LISTED) break;
  }
  const [first] = errors;
  if (first === undefined) return;
  const detail = `an assertion can never hold: ${first.pointer} ${first.detail}`;
  throw new AppError('invalid_request', detail, { errors });
}

function* everyAssertion(
  scenarios: readonly PlannedScenario[],
  isList: boolean,
): Generator<{ readonly pointer: string; readonly assertion: Assertion }> {
  for (const [scenarioNo, { interactions }] of scenarios.entries()) {
    const batch = isList ? `/test_batch/${scenarioNo}` : '/test_batch';
    for (const [turnNo, { assertions = [] }] of interactions.entries()) {
      for (const [at, assertion] of assertions.entries()) {
        yield { pointer: `${batch}/interactions/${turnNo}/assertions/${at}`, assertion };
      }
    }
  }
}

/** What has to be made ready; the others can be checked as they are. */
function sourceOf(assertion: Assertion): string | undefined {
  if (assertion.type === 'regex') return assertion.pattern;
  return assertion.type === 'json_schema' ? JSON.stringify(assertion.schema) : undefined;
}
