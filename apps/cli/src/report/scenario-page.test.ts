import type {
  AlignedCall,
  AttemptResult,
  CheckResult,
  EvaluationResponse,
  InteractionResult,
  ScenarioResult,
  SimulatedUser,
  UserResult,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toReport } from './report-data.ts';
import { scenarioPage } from './scenario-page.ts';

function interaction(agent_reply: string, checks: CheckResult[]): InteractionResult {
  return {
    id: 'i',
    user_message: 'Hello',
    agent_reply,
    reference_reply: '',
    interaction_type: '',
    reference_metadata: {},
    generated_metadata: {},
    scores: {},
    score_details: {},
    outcome: 'answered',
    error: null,
    latency_ms: 1,
    usage: null,
    metadata_source: null,
    tool_calls: null,
    checks,
    passed: null,
    flags: [],
  };
}

/** The markup of the body of the page of a scenario with these attempts, with single spaces. */
function pageOf(
  attempts: readonly Omit<AttemptResult, 'average_scores' | 'passed'>[],
  user?: SimulatedUser,
): string {
  const scenario: ScenarioResult = {
    scenario_id: 's',
    name: 's',
    description: '',
    attempts: attempts.map((one) => ({ ...one, average_scores: {}, passed: null })),
    average_scores: {},
    stats: {},
    passes: null,
  };
  // The page reads nothing else of the result.
  const result = { test_name: 't', results: { scenarios: [scenario] } } as EvaluationResponse;
  const report = toReport({ result, users: [user] });
  const [one] = report.scenarios;
  assert.ok(one);
  const [, body = ''] = scenarioPage(report, one).split('<main>');
  return body.replaceAll(/\s+/g, ' ');
}

const FAILED: CheckResult = {
  never: 'Promises a date',
  passed: false,
  detail: 'not met',
  verdict: 'not_met',
  reason: 'It names Friday.',
  evidence: [{ turn: 0, quote: 'arrives on friday' }],
};

const TOLD: SimulatedUser = {
  goal: 'Block the <b> card',
  persona: undefined,
  facts: { card: '4471' },
  max_turns: 3,
};
const SPOILED: UserResult = {
  goal_reached: null,
  turns: 2,
  turns_to_goal: null,
  ended_by: 'max_turns',
  end_reason: null,
  replays: 2,
  excluded: 'user_fault',
  audit: {
    outcome: 'spoiled',
    goal: {
      verdict: 'not_reached',
      evidence: [{ turn: 1, quote: 'Which card?' }],
      reason: 'Open.',
    },
    faults: [
      { kind: 'forgot_fact', evidence: [{ turn: 1, quote: 'no card' }], reason: 'It has one.' },
    ],
    failure: null,
  },
};

describe('the page of a scenario in the HTML report', () => {
  it('the page of a scenario marks the quote of a failed check in the reply, and gives the reason', () => {
    const page = pageOf([{ interactions: [interaction('It <b> arrives  on Friday.', [FAILED])] }]);
    assert.match(page, /It &lt;b&gt; <mark>arrives on Friday<\/mark>\./);
    assert.match(page, /<span class="bad">✗ failed<\/span> <bdi>never: Promises a date<\/bdi>/);
    assert.match(page, /It names Friday\. &quot;arrives on friday&quot; \(turn 1\)/);
  });

  it('the page of a scenario shows a check without a result as not decided or not applicable, never as failed', () => {
    const open: CheckResult = { text: 'Is polite', passed: null, detail: 'no usable answer' };
    const page = pageOf([
      {
        interactions: [
          interaction('Hi', [
            { ...open, verdict: 'failed' },
            { ...open, verdict: 'not_applicable' },
            { contains: 'x', passed: null, detail: 'the request failed' },
          ]),
        ],
      },
    ]);
    assert.doesNotMatch(page, /✗/);
    assert.match(page, /<span class="warn">\? not decided<\/span> <bdi>Is polite<\/bdi>/);
    assert.match(page, /<span class="calm">– not applicable<\/span> <bdi>Is polite<\/bdi>/);
    assert.match(page, /\? not decided<\/span> <bdi>contains<\/bdi>: <bdi>the request failed</);
  });

  it('the page of a scenario has the checks of the whole conversation after the last turn, and marks their quotes', () => {
    const checks = [{ ...FAILED, evidence: [{ turn: 1, quote: 'on Friday' }] }];
    const page = pageOf([
      { interactions: [interaction('Hi on Friday', [])] },
      {
        interactions: [interaction('Hi on Friday', []), interaction('Bye on Friday', [])],
        conversation: { checks, scores: { checks: 0 }, passed: false },
      },
    ]);
    assert.deepEqual(page.match(/\w+ <mark>on Friday<\/mark>/g), ['Bye <mark>on Friday</mark>']);
    const [turns, conversation = ''] = page.split('Checks of the whole conversation');
    assert.match(turns ?? '', /2\. .* Attempt 2: .*>Bye /);
    assert.match(conversation, /Attempt 2: 0\.000 <span class="bad">✗ not passed<\/span>/);
    assert.match(conversation, /never: Promises a date/);
  });

  it('the page of a scenario has no block for the conversation if the scenario has no checks', () => {
    assert.doesNotMatch(pageOf([{ interactions: [interaction('Hi', [])] }]), /whole conversation/);
  });

  it('the page of a scenario shows the calls of a tools check that did not pass in two columns, and marks arguments that differ', () => {
    const calls: AlignedCall[] = [
      {
        expected: { name: 'block_card', arguments: { card: '4471' } },
        made: { name: 'block_card', arguments: { card: '<b>' }, failed: true },
        mark: 'wrong_arguments',
      },
      { expected: { name: 'order_card' }, made: null, mark: 'missing' },
      { expected: null, made: { name: '<i>', arguments: 'x'.repeat(900) }, mark: 'other' },
    ];
    const check: CheckResult = { tools: [], passed: false, detail: 'd', calls, calls_left_out: 2 };
    const page = pageOf([{ interactions: [interaction('Hi', [check])] }]);
    assert.match(page, /<th scope="col">Expected<\/th> <th scope="col">Made<\/th>/);
    assert.match(
      page,
      /≠ <bdi>other arguments: card<\/bdi><\/span> <span class="warn">! <bdi>failed</,
    );
    assert.match(page, /<mark><bdi>&quot;card&quot;:&quot;4471&quot;<\/bdi><\/mark>/);
    assert.match(page, /<mark><bdi>&quot;card&quot;:&quot;&lt;b&gt;&quot;<\/bdi><\/mark>/);
    assert.match(page, /order_card<\/bdi> <\/code><\/div> <span class="hint">any arguments</);
    assert.match(page, /<bdi>not called<\/bdi>/);
    assert.match(
      page,
      /<bdi>&lt;i&gt;<\/bdi> <bdi>x{239}…<\/bdi><\/code><\/summary> <code><bdi>x{900}</,
    );
    assert.match(page, /<p class="hint">2 further calls are not listed<\/p>/);
    const passed = pageOf([{ interactions: [interaction('Hi', [{ ...check, passed: true }])] }]);
    assert.doesNotMatch(passed, /<table class="calls">/);
    const open = pageOf([{ interactions: [interaction('Hi', [{ ...check, passed: null }])] }]);
    assert.match(open, /<table class="calls">/);
  });

  it('the page of a scenario shows each conversation with a simulated user, with its audit and the marked quotes', () => {
    const say = (message: string, reply: string): InteractionResult => ({
      ...interaction(reply, []),
      user_message: message,
      interaction_type: 'simulated',
    });
    const audited = (user: UserResult): AttemptResult['conversation'] => {
      return { checks: [], scores: { goal_reached: null }, passed: null, user };
    };
    const page = pageOf(
      [
        {
          interactions: [interaction('Hello', []), say('I have no card', 'Which card?')],
          conversation: audited(SPOILED),
        },
        { interactions: [interaction('Hello', []), say('Card 4471', 'Blocked.')] },
      ],
      TOLD,
    );
    const [script = '', simulated = ''] = page.split('Conversations with a simulated user');
    assert.doesNotMatch(script, /no card|4471/);
    assert.match(simulated, /Goal<\/p> <pre[^>]*>Block the &lt;b&gt; card</);
    assert.match(simulated, /Facts<\/p> <pre[^>]*>card: 4471</);
    assert.match(simulated, /Attempt 1: <span class="warn">– does not count<\/span>/);
    assert.match(simulated, /I have <mark>no card<\/mark>/);
    assert.match(simulated, /<mark>Which card\?<\/mark>/);
    assert.match(simulated, /forgot a fact: It has one\. &quot;no card&quot; \(turn 2\)/);
    assert.match(
      simulated,
      /Attempt 2: not audited<\/summary> .* turn 2<\/p> <pre[^>]*>Card 4471</,
    );
    assert.doesNotMatch(simulated, /Checks of the whole conversation/);
  });
});
