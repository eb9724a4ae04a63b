import type { GateResult, Headline } from '@assay/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleHeadline, exampleResult, joined } from '../testing/example-result.ts';
import type { Turn } from '../db/turns/turn.ts';
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
  readonly turn?: Partial<Turn>;
  readonly optional?: boolean;
  readonly counts?: Partial<TurnCounts>;
}

async function reportOf({
  headline,
  gates = [],
  turn = {},
  counts = {},
  optional = false,
}: Situation): Promise<string> {
  const { run, summary, turns } = exampleResult('Hi', turn);
  const none = { value: null, interval: null, limit: null, sentence: 'So it is.' };
  const findings = gates.map(([gate, verdict]) => ({ gate, verdict, ...none }));
  const [scenario] = run.plan.scenarios;
  assert.ok(scenario);
  const interactions = scenario.interactions.map((one) => ({
    ...one,
    checks: [{ contains: 'nine', case_sensitive: false, id: undefined, optional }],
  }));
  const plan = {
    ...run.plan,
    gates: gates.map(([gate]) => gate),
    scenarios: [{ ...scenario, interactions }],
  };
  const gate = { verdict: 'pass' as const, baseline_run_id: null, gates: findings };
  return joined(
    writeJunit({
      run: { ...run, plan },
      summary: { ...summary, headline: exampleHeadline(headline), gate },
      turns,
      counts: [
        { scenarioNo: 0, turns: 1, failedRequests: 0, failedChecks: 0, latencyMs: 1, ...counts },
      ],
    }),
  );
}

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

const SITUATIONS: readonly (readonly [said: string, situation: Situation, expected: Found])[] = [
  ['a run that passed', { headline: {} }, { failures: 0, errors: 0, skipped: 0 }],
  [
    'a failed required check',
    { headline: failing('checks_failed', 1), ...FAILED_CHECK },
    { failures: 2, errors: 0, skipped: 0 },
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
});
