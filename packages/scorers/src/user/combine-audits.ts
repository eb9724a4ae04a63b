import { UserFaultKind } from '@fairtrial/contracts';
import type { Audit, AuditedFault, AuditedGoal } from './audit-schema.ts';
import type { AuditJudgement } from './audit-user.ts';

export type CombinedAudit =
  | { readonly state: 'audited'; readonly audit: Audit }
  | { readonly state: 'failed'; readonly reason: string };

/**
 * Combines the audits of a conversation: one list of samples per judge. A judge without a usable answer makes the audit
 * fail: the audits of the others alone would not be comparable with those of other conversations. The goal is unknown
 * if the judges disagree. A fault counts if more than half of the judges report its kind.
 */
export function combineAudits(judges: readonly (readonly AuditJudgement[])[]): CombinedAudit {
  const audits: Audit[] = [];
  for (const samples of judges) {
    const combined = combineSamples(samples);
    if (combined.state === 'failed') return combined;
    audits.push(combined.audit);
  }
  const [first, ...others] = audits.map(({ goal }) => goal);
  if (first === undefined) return { state: 'failed', reason: 'there is no judge' };
  const isUnanimous = others.every(({ verdict }) => verdict === first.verdict);
  const goal = isUnanimous ? first : unknownGoal('judges disagree');
  return { state: 'audited', audit: { goal, faults: commonFaults(audits, audits.length) } };
}

/** What more than half of the samples say. A judge that was not trusted once is not trusted. */
function combineSamples(samples: readonly AuditJudgement[]): CombinedAudit {
  const failures = samples.flatMap((one) => (one.state === 'judged' ? [] : [one.failure]));
  const audits = samples.flatMap((one) => (one.state === 'judged' ? [one.audit] : []));
  const untrusted = failures.find(({ kind }) => kind === 'untrusted');
  if (untrusted !== undefined || !isMajority(audits.length, samples.length)) {
    const failure = untrusted ?? failures[0];
    const why = failure === undefined ? 'it gave no answer' : failure.message;
    return { state: 'failed', reason: `the judge failed: ${why}` };
  }
  const byVerdict = Map.groupBy(audits, ({ goal }) => goal.verdict);
  const majority = [...byVerdict.values()].find((same) => isMajority(same.length, samples.length));
  const goal = majority?.[0]?.goal ?? unknownGoal('samples of a judge disagree');
  return { state: 'audited', audit: { goal, faults: commonFaults(audits, samples.length) } };
}

/** The faults of which more than half of all report the kind, each as the first of them reports it. */
function commonFaults(audits: readonly Audit[], all: number): readonly AuditedFault[] {
  return UserFaultKind.options.flatMap((kind) => {
    const reports = audits.flatMap(({ faults }) => faults.filter((fault) => fault.kind === kind));
    return isMajority(reports.length, all) ? reports.slice(0, 1) : [];
  });
}

function isMajority(count: number, all: number): boolean {
  return count * 2 > all;
}

function unknownGoal(reason: string): AuditedGoal {
  return { verdict: 'cannot_tell', evidence: [], reason };
}
