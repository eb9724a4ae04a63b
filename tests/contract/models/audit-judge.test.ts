import { createAuditJudge, type AuditQuestion } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import TRANSCRIPTS from '../../support/data/audited-transcripts.json' with { type: 'json' };
import { useSimulatedModels } from '../../support/services/use-simulated-models.ts';

const { signal } = new AbortController();

/** Verdict and quoted turn of the goal; kind and quoted turn of each fault. */
interface Expected {
  readonly goal: readonly unknown[];
  readonly faults: readonly (readonly unknown[])[];
}

interface Audited {
  readonly name: string;
  readonly question: AuditQuestion;
  readonly expected: Expected;
}

const audited: readonly Audited[] = TRANSCRIPTS.map(
  ({ name, user, scripted, transcript, ended_by, end_reason, goal, faults }) => ({
    name,
    question: {
      user,
      conversation: transcript.map(([role, content]) => ({
        role: role as 'user' | 'assistant',
        content: String(content),
      })),
      scriptedTurns: scripted ?? 0,
      endedBy: ended_by as AuditQuestion['endedBy'],
      endReason: end_reason,
    },
    expected: { goal, faults },
  }),
);

describe('a judge of conversations of the simulator', () => {
  const models = useSimulatedModels();

  const judgeOf = (model: string, deadlineMs?: number) =>
    createAuditJudge({ complete: models.complete(deadlineMs), model });

  it('decides goal and faults of the written transcripts right, and quotes the right turn', async () => {
    assert.ok(audited.length >= 30, String(audited.length));
    const judge = judgeOf('sim/judge');
    const decided: Record<string, Expected> = {};
    for (const { name, question } of audited) {
      const answer = await judge(question, signal);
      assert.ok(answer.state === 'judged', `${name}: ${JSON.stringify(answer)}`);
      const { goal, faults } = answer.audit;
      decided[name] = {
        goal: [goal.verdict, ...goal.evidence.slice(-1).map(({ turn }) => turn)],
        faults: faults.map(({ kind, evidence }) => [kind, evidence[0]?.turn]),
      };
    }
    assert.deepEqual(
      decided,
      Object.fromEntries(audited.map(({ name, expected }) => [name, expected])),
    );
  });

  it('that invents quotes is not trusted', async () => {
    const judge = judgeOf('sim/judge-invents');
    for (const { name, question } of audited) {
      const answer = await judge(question, signal);
      assert.ok(answer.state === 'judge_failed', name);
      assert.equal(answer.failure.kind, 'untrusted', name);
    }
  });

  it('that cannot tell leaves the goal open and finds no fault', async () => {
    const judge = judgeOf('sim/judge-unsure');
    for (const { name, question } of audited) {
      const answer = await judge(question, signal);
      assert.ok(answer.state === 'judged', name);
      const { goal, faults } = answer.audit;
      assert.deepEqual([goal.verdict, faults], ['cannot_tell', []], name);
    }
  });

  it('that gives no usable answer fails', async () => {
    const question = audited[0]?.question;
    assert.ok(question);
    for (const [name, kind] of [
      ['prose', 'unreadable'],
      ['broken', 'unreadable'],
      ['silent', 'unreadable'],
      ['late', 'timeout'],
    ] as const) {
      const judge = judgeOf(`sim/judge-${name}`, name === 'late' ? 300 : undefined);
      const answer = await judge(question, signal);
      assert.ok(answer.state === 'judge_failed', name);
      assert.equal(answer.failure.kind, kind, name);
    }
  });
});
