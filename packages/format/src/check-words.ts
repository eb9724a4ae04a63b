import type { CheckResult } from '@fairtrial/contracts';
import { checkType, isJudgedCheck } from '@fairtrial/contracts/plain';
import { formatReason, shortenText } from './quote-words.ts';
import type { StatusLabel } from './verdict.ts';

/** The fields of a check, or of its result. */
type AnyCheck = Readonly<Record<string, unknown>>;

const MAX_LABEL_LENGTH = 100;

/**
 * Asks which card; never: Promises a date; not contains "refund-rule". The text of a judged check; otherwise the type of
 * the check, and its id if it has one.
 */
export function checkLabel(check: AnyCheck): string {
  const type = checkType(check);
  if (isJudgedCheck(check)) {
    const text = shortenText(String(check[type]), MAX_LABEL_LENGTH);
    return type === 'never' ? `never: ${text}` : text;
  }
  const words = type.replaceAll('_', ' ');
  const { id } = check;
  return typeof id === 'string' ? `${words} "${id}"` : words;
}

const PASSED: StatusLabel = { label: 'passed', glyph: '✓', tone: 'ok' };
const FAILED: StatusLabel = { label: 'failed', glyph: '✗', tone: 'bad' };
const NOT_APPLICABLE: StatusLabel = { label: 'not applicable', glyph: '–', tone: 'plain' };
const NOT_DECIDED: StatusLabel = { label: 'not decided', glyph: '?', tone: 'warn' };

/** A failed optional check is only a warning. A check without a result has not failed. */
export function checkStatus(check: CheckResult): StatusLabel {
  if (check.passed === true) return PASSED;
  if (check.passed === false) return isOptionalCheck(check) ? { ...FAILED, tone: 'warn' } : FAILED;
  return check.verdict === 'not_applicable' ? NOT_APPLICABLE : NOT_DECIDED;
}

/** True if the run can pass even if this check fails. */
export function isOptionalCheck(check: AnyCheck): boolean {
  return check['optional'] === true;
}

/** Asks which card: not decided: The reply is ambiguous. "Which one?" (turn 2). All text of `checkReason` is untrusted. */
export function formatCheck(check: CheckResult): string {
  const name = isOptionalCheck(check) ? `${checkLabel(check)} (optional)` : checkLabel(check);
  const status = check.passed === null ? [checkStatus(check).label] : [];
  return [name, ...status, checkReason(check)].filter((part) => part !== '').join(': ');
}

/**
 * Why a check has its result: the finding of the code, or the reason of the judge and its quotes. It can quote model
 * output, which is untrusted.
 */
export function checkReason({ reason = '', detail, evidence = [] }: CheckResult): string {
  return formatReason(reason === '' ? detail : reason, evidence);
}
