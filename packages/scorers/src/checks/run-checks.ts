import { isJudgedCheck, type Check, type Scores } from '@fairtrial/contracts';
import type { CheckedReply, CheckOutcome, CodeCheck } from './check.ts';
import { compileCheck } from './registry.ts';
import { UNLIMITED, type Budget } from '../budget.ts';
import type { Scorer } from '../scorer.ts';

type Score = Scores[string];

const NOT_JUDGED_YET: CheckOutcome = { passed: null, detail: 'not judged yet' };

/** Returns the outcome of each check, in order; judged checks have none yet. */
export function runChecks(
  checks: readonly Check[],
  reply: CheckedReply,
  budget: Budget = UNLIMITED,
): readonly CheckOutcome[] {
  return checks.map((check, at) => {
    if (!isCodeCheck(check)) return NOT_JUDGED_YET;
    const spent = budget.spend(`checks/${at}`, () => runCheck(check, reply));
    return 'done' in spent ? spent.done : { passed: null, detail: spent.failure };
  });
}

function runCheck(check: CodeCheck, reply: CheckedReply): CheckOutcome {
  const compiled = compileCheck(check);
  if (compiled.state === 'ready') return compiled.check(reply);
  // The run was accepted by another version.
  return { passed: false, detail: `it cannot be checked: ${compiled.detail}` };
}

/** True if code decides the check. */
export function isCodeCheck(check: Check): check is CodeCheck {
  return !isJudgedCheck(check);
}

/** Outcomes for a failed request: without a reply, no check passes or fails. */
export function failChecks(checks: readonly Check[]): readonly CheckOutcome[] {
  return checks.map(() => ({ passed: null, detail: 'the request failed' }));
}

/**
 * Returns the share of passed checks; checks that do not apply do not count. `undefined` if no check applies, null if the
 * result of one is not known, because the share of the others would not be comparable.
 */
export function shareOfPassed(checked: readonly CheckOutcome[]): Score | undefined {
  const applicable = checked.filter(isApplicable);
  if (applicable.length === 0) return undefined;
  if (applicable.some(({ passed }) => passed === null)) return null;
  return applicable.filter(({ passed }) => passed === true).length / applicable.length;
}

/** False if the judge found that the check does not apply. */
export function isApplicable({ verdict }: Pick<CheckOutcome, 'verdict'>): boolean {
  return verdict !== 'not_applicable';
}

/** `checks`: share of the checks that passed; `checks.<id>`: 1 if all checks with this id passed. */
export const checksScorer: Scorer = {
  name: 'checks',
  version: '1',
  isFree: true,
  meaning: 'share of the checks of the interaction that pass; result of the checks with this `id`',
  expects: 'checks',
  failed: ({ checks = [] }) =>
    checks.length === 0
      ? {}
      : { checks: null, ...Object.fromEntries(listIds(checks).map((id) => [id, null])) },
  grade({ reply: { checked = [] }, expected: { checks = [] } }) {
    const share = shareOfPassed(checked);
    if (share === undefined) return { scores: {} };
    return { scores: { checks: share, ...scoresById(checks, checked) } };
  },
};

function scoresById(checks: readonly Check[], checked: readonly CheckOutcome[]): Scores {
  const byId = listIds(checks).map((key) => {
    const results = checked.filter((_, at) => toKey(checks[at]) === key).filter(isApplicable);
    return [key, allPassed(results)] as const;
  });
  return Object.fromEntries(
    byId.flatMap(([key, score]) => (score === undefined ? [] : [[key, score]])),
  );
}

/** 1 if all passed, 0 if one failed, null if unknown, `undefined` if there are none. */
function allPassed(results: readonly CheckOutcome[]): Score | undefined {
  if (results.length === 0) return undefined;
  if (results.some(({ passed }) => passed === false)) return 0;
  return results.some(({ passed }) => passed === null) ? null : 1;
}

function listIds(checks: readonly Check[]): readonly string[] {
  return [...new Set(checks.flatMap((check) => toKey(check) ?? []))];
}

/** The metric of a check; `undefined` if the check has no id. */
function toKey(check: Check | undefined): string | undefined {
  return check?.id === undefined ? undefined : `checks.${check.id}`;
}
