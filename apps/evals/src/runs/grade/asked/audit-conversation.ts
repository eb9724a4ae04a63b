import { combineAudits, digestAuditPrompt, type Quote, type UserMessage } from '@fairtrial/scorers';
import type { UserAudit } from '@fairtrial/contracts';
import type { AttemptKey } from '../../../entities/turn.ts';
import type { PlannedUser } from '../../../entities/run.ts';
import type { Asking } from './judge-replies.ts';
import { askOnce, type KnownJudgements } from './judgement-store.ts';

interface AuditedConversation {
  readonly user: PlannedUser;
  /** Messages of the user and replies in turn. */
  readonly conversation: readonly UserMessage[];
  /** Number of scripted messages at the beginning, which are not audited. */
  readonly scriptedTurns: number;
  readonly endedBy: 'user' | 'max_turns';
  readonly endReason: string | undefined;
  readonly attempt: Omit<AttemptKey, 'runId'>;
  /** Of the attempt: each of its conversations is audited. */
  readonly try: number;
  readonly known: KnownJudgements;
}

/** Asks the judges if the goal was reached, and what the simulated user did wrong. */
export async function auditConversation(
  { run, judges, store, models }: Asking,
  audited: AuditedConversation,
  signal: AbortSignal,
): Promise<UserAudit> {
  const { attempt, known, user, conversation, scriptedTurns, endedBy, endReason } = audited;
  const question = { user, conversation, scriptedTurns, endedBy, endReason };
  const promptDigest = `${digestAuditPrompt()}/${audited.try}`;
  const samples = run.plan.grading?.judge?.samples ?? 1;
  const answers = judges.auditJudges.map(({ model, ask }) => {
    const key = {
      runId: run.id,
      subject: { ...attempt, turnNo: null },
      kind: 'audit' as const,
      model,
      promptDigest,
    };
    const askSample = askOnce(ask, { ...key, known, store, models });
    return Promise.all(Array.from({ length: samples }, () => askSample(question, signal)));
  });
  const combined = combineAudits(await Promise.all(answers));
  if (combined.state === 'failed') {
    return { outcome: 'failed', goal: null, faults: [], failure: combined.reason };
  }
  const { goal, faults } = combined.audit;
  return {
    outcome: faults.length > 0 ? 'spoiled' : 'clean',
    goal: { ...goal, evidence: goal.evidence.map(toOrdinal) },
    faults: faults.map((fault) => ({ ...fault, evidence: fault.evidence.map(toOrdinal) })),
    failure: null,
  };
}

/** Prompts count turns from 1. */
function toOrdinal({ turn, quote }: Quote): { turn: number; quote: string } {
  return { turn: turn - 1, quote };
}
