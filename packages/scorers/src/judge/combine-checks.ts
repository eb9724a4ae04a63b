import type { ChecksJudgement } from './judge-checks.ts';
import { withVerdict, type JudgedCheck } from './judged-check.ts';

/** The answers of one judge to the same question. */
export type ChecksSamples = readonly ChecksJudgement[];

/**
 * Combines the verdicts of several judges on the checks with these ids, in the order of the question. A check that one
 * judge does not decide, or on which the judges disagree, is unknown: the verdicts of the others alone would not be
 * comparable with those on other replies.
 */
export function combineCheckVerdicts(
  ids: readonly string[],
  judges: readonly ChecksSamples[],
): readonly JudgedCheck[] {
  return ids.map((id, at) => {
    const [first, ...others] = judges.map((samples) => combineSamples(id, at, samples));
    if (first === undefined) return unknown(id, 'cannot_tell', 'there is no judge');
    const undecided = [first, ...others].find(({ passed }) => passed === null);
    if (undecided !== undefined) return undecided;
    const isUnanimous = others.every(({ verdict }) => verdict === first.verdict);
    return isUnanimous ? first : unknown(id, 'cannot_tell', 'judges disagree');
  });
}

/** The verdict of more than half of the samples. A judge that was not trusted once is not trusted. */
function combineSamples(id: string, at: number, samples: ChecksSamples): JudgedCheck {
  const checks = samples.map((sample) => checkOf(id, at, sample));
  const untrusted = checks.find(({ verdict }) => verdict === 'untrusted');
  if (untrusted !== undefined) return untrusted;
  const byVerdict = Map.groupBy(checks, ({ verdict }) => verdict);
  const majority = [...byVerdict.values()].find((same) => same.length * 2 > checks.length);
  return majority?.[0] ?? unknown(id, 'cannot_tell', 'samples of a judge disagree');
}

function checkOf(id: string, at: number, sample: ChecksJudgement): JudgedCheck {
  if (sample.state === 'judged') {
    return sample.checks[at] ?? unknown(id, 'unreadable', 'the judge gave no verdict');
  }
  const { kind, message } = sample.failure;
  return unknown(
    id,
    kind === 'untrusted' ? 'untrusted' : 'unreadable',
    `the judge failed: ${message}`,
  );
}

function unknown(
  id: string,
  verdict: 'cannot_tell' | 'untrusted' | 'unreadable',
  reason: string,
): JudgedCheck {
  return withVerdict(verdict, { id, evidence: [], reason });
}
