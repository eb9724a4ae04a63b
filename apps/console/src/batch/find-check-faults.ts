import { CHECK_TYPES } from '@fairtrial/contracts/plain';
import type { Report } from './batch-types.ts';

const KNOWN = `a check is a sentence, or an object with one of the keys ${CHECK_TYPES.join(', ')}`;

interface CheckList {
  readonly pointer: string;
  readonly report: Report;
  /** `conversation` for the checks of a scenario. */
  readonly scope: 'reply' | 'conversation';
}

/** Reports checks that the service would reject because of their shape. Returns true if there is a check. */
export function findCheckFaults(checks: unknown, { pointer, report, scope }: CheckList): boolean {
  if (checks === undefined || checks === null) return false;
  if (!Array.isArray(checks)) {
    report({ level: 'error', pointer, text: `checks must be a list: ${KNOWN}` });
    return false;
  }
  const all: readonly unknown[] = checks;
  for (const [at, check] of all.entries()) {
    const text = findFault(check, scope);
    if (text !== undefined) report({ level: 'error', pointer: `${pointer}/${at}`, text });
  }
  return all.length > 0;
}

function findFault(check: unknown, scope: CheckList['scope']): string | undefined {
  if (typeof check === 'string') return check.trim() === '' ? 'a check is empty' : undefined;
  if (typeof check !== 'object' || check === null) return KNOWN;
  const [type, another] = CHECK_TYPES.filter((key) => Object.hasOwn(check, key));
  if (type === undefined) return KNOWN;
  if (another !== undefined) {
    return `a check has the keys ${type} and ${another}: write a separate check for each`;
  }
  return scope === 'conversation' && type === 'json_schema'
    ? 'json_schema checks one reply: move it to the checks of an interaction'
    : undefined;
}
