import { createChecksJudge, type ChecksQuestion, type CheckVerdict } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import TRANSCRIPTS from '../../support/data/judged-transcripts.json' with { type: 'json' };
import { useSimulatedModels } from '../../support/services/use-simulated-models.ts';

const { signal } = new AbortController();

type Message = ChecksQuestion['transcript'][number];
type Kind = ChecksQuestion['checks'][number]['kind'];

interface Judged {
  readonly name: string;
  readonly question: ChecksQuestion;
  /** Verdict and quoted turn of each check. */
  readonly expected: readonly (readonly [CheckVerdict, number | undefined])[];
}

const judged: readonly Judged[] = TRANSCRIPTS.map(({ name, scope, transcript, checks }) => ({
  name,
  question: {
    scope: scope as ChecksQuestion['scope'],
    transcript: transcript.map(([role, content]) => ({ role, content }) as Message),
    checks: checks.map(([kind, text], at) => ({
      id: `check-${at + 1}`,
      kind: kind as Kind,
      text: String(text),
    })),
  },
  expected: checks.map(([, , verdict, turn]) => [
    verdict as CheckVerdict,
    turn === undefined ? undefined : Number(turn),
  ]),
}));

describe('a judge of checks of the simulator', () => {
  const models = useSimulatedModels();

  const judgeOf = (model: string, deadlineMs?: number) =>
    createChecksJudge({ complete: models.complete(deadlineMs), model });

  it('decides all checks of the written transcripts right, and quotes the right turn', async () => {
    assert.ok(judged.length >= 30, String(judged.length));
    const judge = judgeOf('sim/judge');
    const decided: Record<string, Judged['expected']> = {};
    for (const { name, question } of judged) {
      const answer = await judge(question, signal);
      assert.ok(answer.state === 'judged', name);
      decided[name] = answer.checks.map(({ verdict, evidence }) => [verdict, evidence[0]?.turn]);
    }
    assert.deepEqual(
      decided,
      Object.fromEntries(judged.map(({ name, expected }) => [name, expected])),
    );
  });

  it('that invents quotes is not trusted on any check', async () => {
    const judge = judgeOf('sim/judge-invents');
    for (const { name, question } of judged) {
      const answer = await judge(question, signal);
      assert.ok(answer.state === 'judged', name);
      for (const { verdict, passed } of answer.checks) {
        assert.deepEqual([verdict, passed], ['untrusted', null], name);
      }
    }
  });

  it('that cannot tell decides no check', async () => {
    const judge = judgeOf('sim/judge-unsure');
    for (const { name, question } of judged) {
      const answer = await judge(question, signal);
      assert.ok(answer.state === 'judged', name);
      for (const { verdict, passed } of answer.checks) {
        assert.deepEqual([verdict, passed], ['cannot_tell', null], name);
      }
    }
  });

  it('that gives no usable answer fails', async () => {
    const question = judged[0]?.question;
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
