import { AppError, checkType, type Check, type FieldError } from '@fairtrial/contracts';
import { compileCheck, isCodeCheck, type CodeCheck } from '@fairtrial/scorers';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Limit for all patterns and schemas of a run together, because compiling them takes time. */
const MAX_CHARACTERS = 256 * 1024;
const MAX_ERRORS = 20;

/** A scenario of a run or of a dataset. */
interface CheckedScenario extends Checked {
  readonly interactions: readonly Checked[];
}

interface Checked {
  readonly checks?: readonly Check[] | undefined;
}

/** Where the scenarios are in the request. */
interface CheckedPlace {
  readonly isList: boolean;
  /** Default: `/test_batch`. */
  readonly field?: string;
}

/** Throws if a check cannot be compiled, before the endpoint is called. */
export async function validateChecks(
  { scenarios }: { readonly scenarios: readonly CheckedScenario[] },
  place: CheckedPlace,
): Promise<void> {
  const errors: FieldError[] = [];
  const known = new Set<string>();
  let characters = 0;
  for (const { pointer, check } of listChecks(scenarios, place)) {
    const source = compiledSource(check);
    if (source === undefined || known.has(source)) continue;
    known.add(source);
    characters += source.length;
    if (characters > MAX_CHARACTERS) {
      const detail = `the patterns and schemas of a run may have ${MAX_CHARACTERS} characters together`;
      throw new AppError('limit_exceeded', detail, { errors: [{ pointer, detail }] });
    }
    await nextTurn(); // compiling one check can take 100 ms: other requests are handled in between
    const compiled = compileCheck(check);
    if (compiled.state === 'ready') continue;
    known.delete(source); // so that every occurrence is reported
    errors.push({ pointer: `${pointer}/${checkType(check)}`, detail: compiled.detail });
    if (errors.length === MAX_ERRORS) break;
  }
  const [first] = errors;
  if (first === undefined) return;
  const detail = `a check can never hold: ${first.pointer} ${first.detail}`;
  throw new AppError('invalid_request', detail, { errors });
}

function* listChecks(
  scenarios: readonly CheckedScenario[],
  { isList, field = '/test_batch' }: CheckedPlace,
): Generator<{ readonly pointer: string; readonly check: CodeCheck }> {
  for (const [scenarioNo, { interactions, checks }] of scenarios.entries()) {
    const batch = isList ? `${field}/${scenarioNo}` : field;
    yield* listCodeChecks(batch, checks);
    for (const [turnNo, interaction] of interactions.entries()) {
      yield* listCodeChecks(`${batch}/interactions/${turnNo}`, interaction.checks);
    }
  }
}

function* listCodeChecks(
  owner: string,
  checks: readonly Check[] = [],
): Generator<{ readonly pointer: string; readonly check: CodeCheck }> {
  for (const [at, check] of checks.entries()) {
    if (isCodeCheck(check)) yield { pointer: `${owner}/checks/${at}`, check };
  }
}

/** The pattern or schema that has to be compiled; `undefined` if the check has none. */
function compiledSource(check: CodeCheck): string | undefined {
  if ('regex' in check) return check.regex;
  return 'json_schema' in check ? JSON.stringify(check.json_schema) : undefined;
}
