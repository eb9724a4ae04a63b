/** Tests the checker: each fault is injected once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countRepeated, groupCalls } from '../check-run.ts';
import { checkGrading, listQuestions } from './check-grading.ts';
import type { GradingRecords } from './read-grading.ts';

const BATCH = { scenarios: 2, attempts: 2, turns: 1 };
const ATTEMPTS = ['0/0', '1/0', '1/1'];
const QUESTIONS = ATTEMPTS.flatMap((attempt) => listQuestions(attempt, BATCH));
const DECISION = { look: 0 };

function call(question: string, time: number): GradingRecords['calls'][number] {
  const [scenario, attempt, ...turn] = question.split('/');
  const conversation = `run/${scenario}/${attempt}`;
  return { key: '', conversation, turn: turn.join('/'), in: time, out: time + 100 };
}

/** The first scenario is decided after one attempt. A worker was killed at 1,050 with the first question in flight. */
function createRecords(): GradingRecords {
  return {
    runId: 'run',
    batch: BATCH,
    kills: [{ worker: 'a', at: 1050 }],
    judgeConcurrency: 1,
    state: 'completed',
    calls: [call('0/0/0/judge/0', 1000), ...QUESTIONS.map((question) => call(question, 9000))],
    answers: QUESTIONS.map((question) => ({ question, committed: 9110 })),
    attempts: ATTEMPTS,
    complete: ATTEMPTS,
    conversations: ATTEMPTS,
    looks: [
      { no: 0, attempts: 1, decisions: [DECISION, null], isLast: false },
      { no: 1, attempts: 2, decisions: [DECISION, { look: 1 }], isLast: true },
    ],
    lookWrites: ['0 INSERT', '1 INSERT'],
    lookEvents: [1, 2],
  };
}

const valid = createRecords();
const [first, second] = valid.looks as [
  GradingRecords['looks'][number],
  GradingRecords['looks'][number],
];

const FAULTS: Readonly<Record<string, readonly [Partial<GradingRecords>, RegExp]>> = {
  'a run that did not complete': [{ state: 'failed' }, /did not complete/],
  'an attempt after the decision of its scenario': [
    { attempts: [...ATTEMPTS, '0/1'] },
    /played attempts: not expected \(1\): 0\/1/,
  ],
  'an attempt that was not played': [{ attempts: ['0/0', '1/0'] }, /played attempts: missing/],
  'a conversation without a result': [
    { conversations: ['0/0', '1/0'] },
    /results of conversations: missing \(1\): 1\/1/,
  ],
  'a question without an answer': [
    { answers: valid.answers.slice(1) },
    /stored answers of the judge: missing \(1\): 0\/0\/0\/judge\/0/,
  ],
  'an answer that was stored twice': [
    { answers: [...valid.answers, ...valid.answers.slice(0, 1)] },
    /stored answers of the judge: more than one/,
  ],
  'a stored answer that was asked for again': [
    {
      calls: [...valid.calls, call('1/0/conversation/checks/0', 9200)],
      kills: [{ worker: 'a', at: 9150 }],
    },
    /asked again after their answer was stored \(1\): 1\/0\/conversation\/checks\/0/,
  ],
  'a question that was asked again without a kill': [
    { kills: [] },
    /questions repeated without a kill/,
  ],
  'more repeats than questions in flight': [
    { calls: [...valid.calls, call('0/0/0/checks/0', 1000)] },
    /repeated questions, at most 1 \(1\): 2/,
  ],
  'a look that was stored twice': [
    { lookWrites: ['0 INSERT', '0 INSERT', '1 INSERT'] },
    /writes of looks: more than one/,
  ],
  'a look that was changed': [
    { lookWrites: ['0 INSERT', '0 UPDATE', '1 INSERT'] },
    /writes of looks: not expected \(1\): 0 UPDATE/,
  ],
  'a look that was reported twice': [{ lookEvents: [1, 1, 2] }, /events of looks: more than one/],
  'a run without a last look': [{ looks: [first] }, /last looks: missing/],
  'a decision that changed': [
    { looks: [first, { ...second, decisions: [{ look: 1 }, { look: 1 }] }] },
    /changed an earlier decision/,
  ],
};

describe('checkGrading', () => {
  it('a run whose questions were repeated only after a kill keeps every promise', () => {
    assert.deepEqual(checkGrading(valid), []);
    assert.equal(countRepeated(groupCalls(valid.calls, valid.runId)), 1);
  });

  for (const [name, [changes, expected]] of Object.entries(FAULTS)) {
    it(`reports ${name}`, () => {
      const found = checkGrading({ ...valid, ...changes }).map(({ what }) => what);
      assert.ok(
        found.some((what) => expected.test(what)),
        found.join('; '),
      );
    });
  }
});
