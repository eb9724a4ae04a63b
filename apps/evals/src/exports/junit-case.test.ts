import type { GateResult, Headline } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleHeadline, exampleResult, joined } from '../testing/example-result.ts';
import type { GradedConversation, GradedTurn, TurnCheck } from '../entities/turn.ts';
import type { TurnCounts } from './junit-counts.ts';
import { writeJunit } from './write-junit.ts';

interface Found {
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

/** Number of elements in the report; the count attributes must agree with them, per suite and in total. */
function countElements(xml: string): Found {
  const count = (element: string): number => xml.split(`<${element} `).length - 1;
  const found = {
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
  const suites = Array.from(xml.matchAll(/<testsuites?( .*?)>/g), ([, said = '']) => said);
  for (const [name, number] of Object.entries(found)) {
    const [sum = 0, ...parts] = suites.map((said) =>
      Number(new RegExp(` ${name}="(\\d+)"`).exec(said)?.[1]),
    );
    assert.equal(sum, number, `${name} of all`);
    assert.equal(
      parts.reduce((total, part) => total + part, 0),
      number,
      `${name} of the suites`,
    );
  }
  return found;
}

interface Situation {
  readonly headline: Partial<Headline>;
  readonly gates?: readonly (readonly [gate: string, verdict: GateResult])[];
  readonly turn?: Partial<GradedTurn>;
  readonly optional?: boolean;
  /** The result of a check of the conversation. */
  readonly conversation?: TurnCheck;
  readonly counts?: Partial<TurnCounts>;
}

const ONE_TURN: TurnCounts = {
  scenarioNo: 0,
  turns: 1,
  conversations: 0,
  failedRequests: 0,
  failedChecks: 0,
  openChecks: 0,
  latencyMs: 1,
};
const CHECK = { contains: 'nine', case_sensitive: false, id: undefined } as const;

async function reportOf({
  headline,
  gates = [],
  turn = {},
  counts = {},
  optional = false,
  conversation,
}: Situation): Promise<string> {
  const { run, summary, turns } = exampleResult('Hi', turn);
  const none = { value: null, interval: null, limit: null, sentence: 'So it is.' };
  const findings = gates.map(([gate, verdict]) => ({ gate, verdict, ...none }));
  const [scenario] = run.plan.scenarios;
  assert.ok(scenario);
  const interactions = scenario.interactions.map((one) => ({
    ...one,
    checks: [{ ...CHECK, optional }],
  }));
  const plan = {
    ...run.plan,
    gates: gates.map(([gate]) => gate),
    scenarios: [{ ...scenario, interactions, checks: [{ ...CHECK, optional }] }],
  };
  const gate = { verdict: 'pass' as const, baseline_run_id: null, gates: findings };
  return joined(
    writeJunit({
      run: { ...run, plan },
      summary: { ...summary, headline: exampleHeadline(headline), gate },
      turns,
      conversations: conversationsOf(conversation),
      counts: [{ ...ONE_TURN, ...counts }],
    }),
  );
}

async function* conversationsOf(check: TurnCheck | undefined): AsyncGenerator<GradedConversation> {
  if (check === undefined) return;
  yield { scenarioNo: 0, attemptNo: 0, scores: {}, checks: [check], passed: check.passed };
}

const OPEN = { type: 'text', passed: null, detail: 'unclear', verdict: 'cannot_tell' } as const;
const OPEN_CHECK = { turn: { checks: [OPEN] }, counts: { openChecks: 1 } } as const;

const FAILED_CHECK = {
  turn: { passed: false, checks: [{ type: 'contains', passed: false, detail: 'no nine' }] },
  counts: { failedChecks: 1 },
} as const;
const FAILED_REQUEST = {
  turn: { outcome: 'endpoint_failed', passed: undefined },
  counts: { failedRequests: 1 },
} as const;
const failing = (result: Headline['result'], code: Headline['exit_code']): Partial<Headline> => ({
  result,
  status: code === 1 ? 'fail' : 'inconclusive',
  exit_code: code,
});

const NONE_BUT_ONE_SKIPPED: Found = { failures: 0, errors: 0, skipped: 1 };

const SITUATIONS: readonly (readonly [said: string, situation: Situation, expected: Found])[] = [
  ['a run that passed', { headline: {} }, { failures: 0, errors: 0, skipped: 0 }],
  [
    'a failed required check',
    { headline: failing('checks_failed', 1), ...FAILED_CHECK },
    { failures: 2, errors: 0, skipped: 0 },
  ],
  [
    'a failed check of a conversation',
    {
      headline: failing('checks_failed', 1),
      conversation: { type: 'never', passed: false, detail: 'not met' },
      counts: { conversations: 1, failedChecks: 1 },
    },
    { failures: 2, errors: 0, skipped: 0 },
  ],
  ['a check that was not decided', { headline: {}, ...OPEN_CHECK }, NONE_BUT_ONE_SKIPPED],
  [
    'a check of a conversation that was not decided',
    { headline: {}, conversation: OPEN, counts: { conversations: 1, openChecks: 1 } },
    NONE_BUT_ONE_SKIPPED,
  ],
  [
    'an optional check that was not decided',
    { headline: {}, turn: OPEN_CHECK.turn, optional: true },
    { failures: 0, errors: 0, skipped: 0 },
  ],
  [
    'a check that does not apply',
    { headline: {}, turn: { checks: [{ ...OPEN, verdict: 'not_applicable' }] } },
    { failures: 0, errors: 0, skipped: 0 },
  ],
  [
    'checks that the judge did not decide because it failed',
    { headline: failing('judge_failed', 3), ...OPEN_CHECK },
    { failures: 0, errors: 2, skipped: 0 },
  ],
  [
    'a failed check that a gate allows',
    { headline: {}, gates: [['allow failures', 'pass']], ...FAILED_CHECK },
    { failures: 0, errors: 0, skipped: 0 },
  ],
  [
    'a failed check below the limit of a gate on checks',
    { headline: failing('gates_failed', 1), gates: [['checks >= 0.9', 'fail']], ...FAILED_CHECK },
    { failures: 2, errors: 0, skipped: 0 },
  ],
  [
    'a failed optional check',
    { headline: {}, turn: FAILED_CHECK.turn, optional: true },
    { failures: 0, errors: 0, skipped: 0 },
  ],
  [
    'a turn below the pass threshold',
    { headline: {}, turn: { passed: false, scores: { overall: 0.2 } } },
    { failures: 0, errors: 0, skipped: 0 },
  ],
  [
    'a regression',
    { headline: failing('regressed', 1), gates: [['no regression', 'fail']] },
    { failures: 2, errors: 0, skipped: 0 },
  ],
  [
    'a gate that could not be decided',
    { headline: failing('gates_inconclusive', 1), gates: [['overall >= 0.8', 'inconclusive']] },
    { failures: 1, errors: 0, skipped: 1 },
  ],
  [
    'an inconclusive gate together with a regression',
    {
      headline: failing('regressed', 1),
      gates: [
        ['no regression', 'fail'],
        ['overall >= 0.8', 'inconclusive'],
      ],
    },
    { failures: 2, errors: 0, skipped: 1 },
  ],
  [
    'a dead endpoint',
    {
      headline: failing('requests_failed', 3),
      gates: [['overall >= 0.8', 'inconclusive']],
      ...FAILED_REQUEST,
    },
    { failures: 0, errors: 2, skipped: 1 },
  ],
  [
    'one failed request among many',
    { headline: {}, ...FAILED_REQUEST },
    { failures: 0, errors: 0, skipped: 1 },
  ],
  [
    'replies that were misread',
    { headline: failing('replies_misread', 3) },
    { failures: 0, errors: 1, skipped: 0 },
  ],
  [
    'a judge that failed',
    { headline: failing('judge_failed', 3) },
    { failures: 0, errors: 1, skipped: 0 },
  ],
  [
    'a cancelled run',
    { headline: failing('cancelled', 4), counts: { turns: 0 } },
    { failures: 0, errors: 1, skipped: 1 },
  ],
];

describe('a JUnit report agrees with the headline', () => {
  for (const [said, situation, expected] of SITUATIONS) {
    it(`a JUnit report agrees with the headline of ${said}`, async () => {
      const xml = await reportOf(
        said === 'a cancelled run' ? { ...situation, turn: { scenarioNo: 9 } } : situation,
      );
      assert.deepEqual(countElements(xml), expected);
    });
  }

  it('a JUnit report says why a turn did not pass if that is not a failure', async () => {
    const xml = await reportOf({ headline: {}, ...FAILED_CHECK, gates: [['checks >= 0', 'pass']] });
    assert.match(xml, /<property name="passed" value="false"\/>/);
    assert.match(xml, /<property name="failed_check" value="contains: no nine"\/>/);
  });

  it('a JUnit report has a test case for a conversation that has checks, with the failed check as its message', async () => {
    const evidence = [{ turn: 0, quote: 'on Friday' }];
    const xml = await reportOf({
      headline: failing('checks_failed', 1),
      conversation: { type: 'never', passed: false, detail: '', reason: 'A date.', evidence },
      counts: { conversations: 1, failedChecks: 1 },
    });
    assert.match(xml, /<testcase [^>]*name="attempt 1, whole conversation"/);
    assert.match(xml, /message="contains: A date\. &quot;on Friday&quot; \(turn 1\)"/);
    assert.match(xml, /<testsuite id="0" [^>]*tests="2"/);
  });
});
