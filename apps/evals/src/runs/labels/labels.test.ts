import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleLabel } from '../../testing/example-label.ts';
import {
  exampleInteraction,
  examplePlan,
  exampleRun,
  exampleScenario,
} from '../../testing/example-rows.ts';
import { countVotes, readAttempt, selectCurrent, toLabelled } from './labelled-attempts.ts';
import { describeJudge } from './describe-judge.ts';
import { checkPassed, listLabelChecks } from './label-checks.ts';

const turn = {
  scenarioNo: 0,
  attemptNo: 1,
  try: 0,
  outcome: 'answered',
  openChecks: null,
  scores: {},
} as const;

describe('labels', () => {
  it('the majority of the people decides about an attempt, and a tie leaves it unlabelled', () => {
    const vote = (...labels: readonly (boolean | null)[]) =>
      countVotes(labels.map((passed, no) => exampleLabel({ passed, labeller: `p${no}` })))[0];
    assert.equal(vote(true, false, true)?.passed, true);
    assert.equal(vote(false, false, true)?.passed, false);
    assert.equal(vote(true, false)?.passed, undefined);
    assert.equal(vote(true, null)?.passed, true);
    assert.equal(vote(null), undefined);
  });

  it('labels of different checks and attempts are separate votes', () => {
    const votes = countVotes([
      exampleLabel(),
      exampleLabel({ checkId: 'c' }),
      exampleLabel({ attemptNo: 1, passed: false }),
    ]);
    assert.deepEqual(
      votes.map(({ attemptNo, checkId, passed }) => [attemptNo, checkId, passed]),
      [
        [0, '', true],
        [0, 'c', true],
        [1, '', false],
      ],
    );
  });

  it('a label does not count after its attempt was played again', () => {
    const attempts = [{ scenarioNo: 0, attemptNo: 0, try: 1, passed: false }];
    const [old, now] = [exampleLabel({ try: 0 }), exampleLabel({ try: 1 })];
    assert.deepEqual(selectCurrent([old, now], attempts), [now]);
  });

  it('attempts without labels and scenarios without attempts are part of the labelled run', () => {
    const run = exampleRun({
      plan: examplePlan({ scenarios: [exampleScenario(), exampleScenario()] }),
    });
    const attempts = [
      { scenarioNo: 0, attemptNo: 0, try: 0, passed: true },
      { scenarioNo: 0, attemptNo: 2, try: 0, passed: undefined },
    ];
    const labels = [exampleLabel({ attemptNo: 2 }), exampleLabel({ checkId: 'c', passed: false })];
    assert.deepEqual(toLabelled(run, attempts, labels), [
      [
        { judge: true, label: undefined },
        { judge: null, label: true },
      ],
      [],
    ]);
  });

  it('an attempt can be labelled if every turn was played and answered', () => {
    const interactions = [exampleInteraction(), exampleInteraction()];
    const plan = examplePlan({ scenarios: [exampleScenario({ interactions })] });
    const first = { ...turn, turnNo: 0, passed: true };
    const second = { ...turn, turnNo: 1, try: 2, passed: false };
    const attempt = { scenarioNo: 0, attemptNo: 1, try: 2, passed: false };
    assert.deepEqual(readAttempt([first, second], plan), attempt);
    assert.equal(readAttempt([first], plan), undefined);
    assert.equal(readAttempt([first, { ...second, outcome: 'endpoint_failed' }], plan), undefined);
    assert.equal(readAttempt([], plan), undefined);
  });

  it('a check of an attempt fails if it fails in any turn, and is unknown if a result is', () => {
    const checks = [{ max_words: 9 }, { id: 'c', max_words: 5 }];
    const interactions = [exampleInteraction({ checks }), exampleInteraction({ checks })];
    const scenario = exampleScenario({ interactions });
    const passedIn = (...results: readonly (boolean | null)[]) =>
      checkPassed(
        scenario,
        results.map((passed, turnNo) => ({
          ...turn,
          turnNo,
          passed: null,
          checks: [
            { type: 'max_words', passed: false, detail: '' },
            { type: 'max_words', passed, detail: '' },
          ],
        })),
        'c',
      );
    assert.equal(passedIn(true, true), true);
    assert.equal(passedIn(null, false), false);
    assert.equal(passedIn(true, null), undefined);
    assert.deepEqual(listLabelChecks({ ...scenario, checks: [{ text: 'Is kind' }] }), [
      { id: 'turn-1-check-1', turn: 0, text: 'max_words: 9' },
      { id: 'c', turn: 0, text: 'max_words: 5' },
      { id: 'turn-2-check-1', turn: 1, text: 'max_words: 9' },
      { id: 'c', turn: 1, text: 'max_words: 5' },
      { id: 'check-1', turn: null, text: 'Is kind' },
    ]);
  });

  it('a check of the conversation is part of the result, which is unknown without it', () => {
    const scenario = exampleScenario({ checks: [{ id: 'kind', text: 'Is kind' }] });
    const plan = examplePlan({ scenarios: [scenario] });
    const first = { ...turn, turnNo: 0, passed: null };
    const conversation = (
      verdict: 'met' | 'not_met' | 'not_applicable',
      passed: boolean | null,
    ) => ({
      scenarioNo: 0,
      attemptNo: 1,
      turnNo: null,
      scores: {},
      passed,
      openChecks: null,
      checks: [{ type: 'text' as const, passed, detail: '', verdict }],
    });
    assert.equal(readAttempt([first], plan)?.passed, undefined);
    assert.equal(readAttempt([first, conversation('not_met', false)], plan)?.passed, false);
    assert.equal(readAttempt([first, conversation('met', true)], plan)?.passed, true);
    const passedWith = (row: ReturnType<typeof conversation>) =>
      checkPassed(scenario, [row], 'kind');
    assert.equal(passedWith(conversation('met', true)), true);
    assert.equal(passedWith(conversation('not_met', false)), false);
    assert.equal(passedWith(conversation('not_applicable', null)), undefined);
  });

  it('the digest of the judge changes with everything that decides about passing, and with nothing else', () => {
    const digest = (...[changes]: Parameters<typeof examplePlan>): string =>
      describeJudge(examplePlan(changes)).digest;
    const interactions = [exampleInteraction({ checks: [{ max_words: 5 }] })];
    const judge = { models: ['m'], tasks: ['reference'], samples: 1, temperature: 0 } as const;
    const changed = [
      digest(),
      digest({ passThreshold: 0.5 }),
      digest({ weights: { reply: 1, metadata: 0 } }),
      digest({ grading: { sinceRevision: 1, judge } }),
      digest({ grading: { sinceRevision: 1, judge: { ...judge, instructions: 'Be strict.' } } }),
      digest({ scenarios: [exampleScenario({ interactions })] }),
      digest({ scenarios: [exampleScenario({ checks: [{ max_words: 5 }] })] }),
    ];
    assert.equal(new Set(changed).size, changed.length);
    const grown = { scenarios: [exampleScenario(), exampleScenario({ id: 'new' })] };
    assert.equal(digest(grown), digest());
    assert.equal(digest({ modelId: 'other', attempts: 9 }), digest());
    assert.match(digest(), /^[0-9a-f]{16}$/);
  });
});
