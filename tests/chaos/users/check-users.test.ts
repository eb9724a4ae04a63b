/** Tests the checker: each fault is injected once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { echoedMessage } from '../post-run.ts';
import { countRepeated } from '../check-run.ts';
import {
  checkUsers,
  countTakenOver,
  listAsked,
  type MessageRow,
  type PlayedRow,
  type UserRecords,
} from './check-users.ts';
import { countPlayed, countScripted, lastMessageNo, MAX_USER_TURNS } from './planned-talk.ts';
import type { TalkCall } from './start-talk.ts';

/** The second scenario begins with a scripted message. Attempt 3 is spoiled at first and played again. */
const PLACES = [0, 1].flatMap((scenario) =>
  [0, 1, 2, 3].map((attempt) => ({ scenario, attempt, tries: attempt === 3 ? 2 : 1 })),
);
const TRIES = PLACES.flatMap(({ scenario, attempt, tries }) =>
  Array.from({ length: tries }, (_, no) => ({ scenario, attempt, try: no })),
);

function stepsOf({ scenario, attempt, try: tries }: (typeof TRIES)[number]) {
  return Array.from({ length: countPlayed({ scenario, attempt }) }, (_, turn) => {
    const no = turn - countScripted(scenario) + 1;
    const isScripted = no < 1;
    const at = 10_000 * (tries + 1) + 1000 * turn;
    const message = isScripted
      ? echoedMessage(scenario, turn)
      : `Message ${no} of ${scenario}/${attempt}, try ${tries}.`;
    const last = lastMessageNo({ scenario, attempt });
    const isLast = no === last && last <= MAX_USER_TURNS;
    return { scenario, attempt, try: tries, turn, isScripted, isLast, message, at };
  });
}

const STEPS = TRIES.flatMap(stepsOf);

const messages = STEPS.filter(({ isScripted }) => !isScripted).map(
  ({ isScripted: _scripted, at, ...step }): MessageRow => ({
    ...step,
    worker: 'a',
    committed: at + 200,
  }),
);
const played = STEPS.map(({ isScripted, isLast: _last, at, ...step }): PlayedRow => ({
  ...step,
  message: isScripted ? null : step.message,
  outcome: 'answered',
  worker: 'a',
  at: at + 500,
}));

function callOf(kind: 'user' | 'endpoint', step: (typeof STEPS)[number]): TalkCall {
  const conversation = `run/${step.scenario}/${step.attempt}`;
  const before = STEPS.filter(
    (other) =>
      other.scenario === step.scenario &&
      other.attempt === step.attempt &&
      other.try === step.try &&
      other.turn < step.turn,
  );
  const isUser = kind === 'user';
  const start = step.at + (isUser ? 0 : 300);
  return {
    kind,
    key: `${conversation}/${step.turn}${step.try === 0 ? '' : `/${step.try}`}`,
    conversation,
    turn: isUser ? `${step.turn}/user/${step.try}` : String(step.turn),
    in: start,
    out: start + 100,
    texts: [
      ...(isUser ? [] : before.flatMap(({ message }) => [message, `You said: ${message}`])),
      step.message,
    ],
  };
}

const drawn = STEPS.filter(({ isScripted }) => !isScripted).map((step) => callOf('user', step));
const sent = STEPS.map((step) => callOf('endpoint', step));

const QUESTIONS = TRIES.map(
  ({ scenario, attempt, try: tries }) => `${scenario}/${attempt}/conversation/audit/0/${tries}`,
);
const audits = QUESTIONS.map((question): TalkCall => {
  const [scenario, attempt, ...turn] = question.split('/');
  const conversation = `run/${scenario}/${attempt}`;
  return {
    kind: 'judge',
    key: '',
    conversation,
    turn: turn.join('/'),
    in: 50_000,
    out: 50_100,
    texts: [],
  };
});

const current = PLACES.reduce((sum, place) => sum + countPlayed(place), 0);

const VALID: UserRecords = {
  runId: 'run',
  scenarios: 2,
  attemptsEach: 4,
  kills: [{ worker: 'b', at: 5000 }],
  inFlight: 1,
  judgeConcurrency: 1,
  state: 'completed',
  total: current,
  finished: current,
  attempts: PLACES.map(({ tries, ...place }) => ({
    ...place,
    state: 'done',
    try: tries - 1,
    replays: tries - 1,
  })),
  messages,
  played,
  claims: PLACES.map(({ scenario, attempt }) => ({ scenario, attempt, worker: 'a', at: 0 })),
  answers: QUESTIONS.map((question) => ({ question, committed: 50_200 })),
  calls: [...drawn, ...sent, ...audits],
};

const [firstDrawn, firstSent, firstAudit] = [drawn, sent, audits].map(([first]) => first) as [
  TalkCall,
  TalkCall,
  TalkCall,
];
const firstMessage = messages[0] as MessageRow;

/** Changes the first element of a list. */
function changeFirst<T>([first, ...others]: readonly T[], changes: Partial<T>): readonly T[] {
  return [{ ...first, ...changes } as T, ...others];
}

/** Replaces one call. */
function withCall(call: TalkCall, changes: Partial<TalkCall>): Partial<UserRecords> {
  return {
    calls: VALID.calls.map((other) => (other === call ? { ...call, ...changes } : other)),
  };
}

/** The same call once more. */
function again(call: TalkCall, changes: Partial<TalkCall>): Partial<UserRecords> {
  return { calls: [...VALID.calls, { ...call, ...changes }] };
}

const FAULTS: Readonly<Record<string, readonly [Partial<UserRecords>, RegExp]>> = {
  'a run that did not complete': [{ state: 'failed' }, /did not complete/],
  'an attempt that is not done': [
    { attempts: changeFirst(VALID.attempts, { state: 'running' }) },
    /attempts that are not done \(1\): 0\/0 running/,
  ],
  'a missing attempt': [{ attempts: VALID.attempts.slice(1) }, /attempts in all/],
  'a spoiled attempt that was not played again': [
    { attempts: VALID.attempts.map((attempt) => ({ ...attempt, replays: 0 })) },
    /attempts not replayed as planned \(2\): 0\/3/,
  ],
  'a conversation that broke off': [
    { played: played.slice(1) },
    /turns that were not played \(1\): 0\/0\/0\/0/,
  ],
  'a conversation that went on after its end': [
    { played: [...played, { ...(played[0] as PlayedRow), turn: 9 }] },
    /turns after the end \(1\): 0\/0\/9\/0/,
  ],
  'a turn that was played twice': [
    { played: [...played, played[0] as PlayedRow] },
    /turns played twice/,
  ],
  'a last message that does not say so': [
    { messages: changeFirst(messages, { isLast: false }) },
    /ends that are not on record \(1\): 0\/0\/0\/0/,
  ],
  'a wrong number of turns': [{ total: current + 1 }, /counted turns/],
  'a message that the model of the user did not give': [
    { messages: changeFirst(messages, { message: 'Something else.' }) },
    /messages that the model did not give \(1\): 0\/0\/0\/0/,
  ],
  'a message that is not on record': [{ messages: messages.slice(1) }, /not on record \(1\)/],
  'a message on record that was drawn again': [
    { ...again(firstDrawn, { in: 10_300 }), kills: [{ worker: 'a', at: 10_050 }] },
    /on record that were asked for again \(1\): 0\/0\/0\/0/,
  ],
  'a message that was drawn twice without a kill': [
    again(firstDrawn, { in: firstDrawn.in + 100 }),
    /repeated without a kill \(1\): 0\/0\/0\/0/,
  ],
  'a call with another message than the one on record': [
    withCall(firstSent, { texts: ['Something else.'] }),
    /calls with other messages than those on record \(1\): 0\/0\/0\/0/,
  ],
  'a call with another conversation before it': [
    withCall(sent[2] as TalkCall, { texts: ['You said: hello', sent[2]?.texts.at(-1) ?? ''] }),
    /calls with other messages than those on record \(1\)/,
  ],
  'a message that was sent before it was recorded': [
    withCall(firstSent, { in: firstMessage.committed - 50 }),
    /sent before they were recorded \(1\): 0\/0\/0\/0/,
  ],
  'a turn that was called again after it was stored': [
    { ...again(firstSent, { in: 10_700 }), kills: [{ worker: 'a', at: 10_600 }] },
    /called again after they were stored \(1\): 0\/0\/0\/0/,
  ],
  'a stored turn with another message': [
    { played: changeFirst(played, { message: 'Something else.' }) },
    /stored turns with another message \(1\): 0\/0\/0\/0/,
  ],
  'a turn without a call': [
    { calls: VALID.calls.filter((call) => call !== firstSent) },
    /messages and turns without a call/,
  ],
  'more repeats than calls in flight': [
    {
      calls: [...VALID.calls, { ...firstDrawn, in: 9800 }, { ...firstSent, in: 10_250 }],
      kills: [{ worker: 'b', at: 10_240 }],
    },
    /repeated calls, at most 1 \(1\): 2/,
  ],
  'an audit on record that was asked for again': [
    { ...again(firstAudit, { in: 51_000 }), kills: [{ worker: 'a', at: 50_900 }] },
    /questions asked again after their answer was stored/,
  ],
  'a message recorded by a worker that had lost its claim': [
    { messages: changeFirst(messages, { worker: 'b' }) },
    /written by a worker that had lost its claim \(1\): 0\/0\/0 by b/,
  ],
};

describe('checkUsers', () => {
  it('conversations with simulated users that were played as planned keep every promise', () => {
    assert.deepEqual(checkUsers(VALID), []);
    assert.deepEqual([countRepeated(listAsked(VALID)), countTakenOver(VALID)], [0, 0]);
  });

  it('a message that was drawn again because its worker was killed before recording it is no fault', () => {
    const records = {
      ...VALID,
      ...again(firstDrawn, { in: firstDrawn.in - 1000, texts: ['A message that was lost.'] }),
      kills: [{ worker: 'b', at: firstDrawn.in - 950 }],
    };
    assert.deepEqual(checkUsers(records), []);
    assert.equal(countRepeated(listAsked(records)), 1);
  });

  it('a message that another worker sent is counted', () => {
    const first = played[0] as PlayedRow;
    const claim = { scenario: 0, attempt: 0, worker: 'b', at: firstMessage.committed + 10 };
    const records = {
      ...VALID,
      played: [{ ...first, worker: 'b' }, ...played.slice(1)],
      claims: [...VALID.claims, claim],
    };
    assert.equal(countTakenOver(records), 1);
    const writes = checkUsers(records).filter(({ what }) => what.includes('0/0/0 by'));
    assert.deepEqual(writes, []);
  });

  for (const [name, [changes, expected]] of Object.entries(FAULTS)) {
    it(`reports ${name} with a simulated user`, () => {
      const found = checkUsers({ ...VALID, ...changes }).map(({ what }) => what);
      assert.ok(
        found.some((what) => expected.test(what)),
        found.join('; '),
      );
    });
  }
});
