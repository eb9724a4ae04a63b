import { Target, type SessionId } from '@fairtrial/contracts';
import type { Endpoint, ModelCall, ModelFailure, ModelOutcome } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Run } from '../../entities/run.ts';
import type { Turn } from '../../entities/turn.ts';
import {
  exampleInteraction,
  examplePlan,
  exampleRun,
  exampleScenario,
  exampleTurn,
} from '../../testing/example-rows.ts';
import { runAttempt } from './run-attempt.ts';

const TURNS = 4;
const RUN = exampleRun({
  plan: examplePlan({
    scenarios: [
      exampleScenario({ interactions: Array.from({ length: TURNS }, () => exampleInteraction()) }),
    ],
  }),
});
const CLAIM = { runId: RUN.id, scenarioNo: 0, attemptNo: 2, lane: 'l', epoch: 0, try: 0 };

/** The same run at an endpoint that keeps the conversation. */
const WITH_SESSION = exampleRun({
  ...RUN,
  plan: { ...RUN.plan, target: Target.parse({ session: { from: '/id' } }) },
});

function answer(session: SessionId | undefined): ModelOutcome {
  return {
    state: 'answered',
    text: 'Hi',
    metadata: undefined,
    toolCalls: undefined,
    model: undefined,
    elapsedMs: 1,
    usage: undefined,
    session,
    flags: [],
  };
}

function failure(
  kind: 'http' | 'circuit_open',
  session: SessionId | undefined,
  tries = 0,
): ModelFailure {
  const error = { kind, status: null, message: '', tries, elapsed_ms: 1 };
  return { state: 'failed', reached: false, error, session };
}

interface Played {
  readonly calls: readonly ModelCall[];
  readonly stored: readonly Turn[];
  /** Reserved calls that were given back, by turn. */
  readonly unusedCalls: readonly (number | undefined)[];
  /** Turns in the order in which they were sent and stored. */
  readonly log: readonly string[];
}

interface PlayOptions {
  readonly storedTurns?: readonly Turn[];
  readonly run?: Run;
  /** True if the run has a budget of calls. */
  readonly hasBudget?: boolean;
}

/** Plays the attempt; `respond` returns the outcome of each turn. */
async function play(
  respond: (turn: number, call: ModelCall) => ModelOutcome,
  { storedTurns = [], run = RUN, hasBudget = false }: PlayOptions = {},
): Promise<Played> {
  const unusedCalls: (number | undefined)[] = [];
  const calls: ModelCall[] = [];
  const stored: Turn[] = [];
  const log: string[] = [];
  const call: Endpoint['call'] = async (asked) => {
    calls.push(asked);
    const turn = Number(asked.headers['x-fairtrial-turn']);
    log.push(`sent ${turn}`);
    return respond(turn, asked);
  };
  await runAttempt({
    run,
    endpoint: { protocol: 'custom', call },
    users: undefined,
    reserveCall: hasBudget ? () => Promise.resolve(true) : undefined,
    claim: CLAIM,
    storedTurns,
    isResumed: storedTurns.length > 0,
    turnWriter: {
      async append({ turn, unusedCalls: unused }) {
        await new Promise(setImmediate);
        assert.ok(turn);
        stored.push(turn);
        unusedCalls.push(unused);
        log.push(`stored ${turn.turnNo}`);
        return { isStored: true, nextClaim: undefined };
      },
    },
    nextLane: () => 'l',
    isPaused: () => false,
    beforeRequest: () => Promise.resolve(Number.POSITIVE_INFINITY),
    signal: new AbortController().signal,
  });
  return { calls, stored, unusedCalls, log };
}

const sessionsOf = (items: readonly { session?: SessionId | undefined }[]) =>
  items.map(({ session }) => session);

it('a turn sends the session that the turn before it returned, and is stored with the one it got', async () => {
  const { calls, stored } = await play((turn) => answer(`after ${turn}`));
  assert.deepEqual(sessionsOf(calls), [undefined, 'after 0', 'after 1', 'after 2']);
  assert.deepEqual(sessionsOf(stored), ['after 0', 'after 1', 'after 2', 'after 3']);
});

it('a call has the position of its turn for request templates', async () => {
  const { calls } = await play(() => answer(undefined));
  assert.deepEqual(
    calls.map(({ context }) => context),
    [0, 1, 2, 3].map((turn) => ({ runId: RUN.id, attempt: 2, turn })),
  );
});

it('another worker continues an attempt in the session of its last stored turn', async () => {
  const before = [0, 1].map((turnNo) => exampleTurn({ ...CLAIM, turnNo, session: 40 + turnNo }));
  const { calls, stored } = await play((_, { session }) => answer(session), {
    storedTurns: before,
  });
  assert.deepEqual(sessionsOf(calls), [41, 41]);
  assert.deepEqual(
    stored.map(({ flags }) => flags.includes('resent')),
    [true, false],
  );
});

it('a turn that failed or reported no session is stored with the session it was sent with', async () => {
  const outcomes = [
    answer('a'),
    failure('http', undefined),
    answer(undefined),
    failure('circuit_open', undefined),
  ];
  const { calls, stored } = await play((turn) => outcomes[turn] ?? assert.fail());
  assert.deepEqual(sessionsOf(calls), [undefined, 'a', 'a', 'a']);
  assert.deepEqual(sessionsOf(stored), ['a', 'a', 'a', 'a']);
});

it('a session that was opened for a failed first turn is used by the next turn', async () => {
  const { calls } = await play((turn, { session }) =>
    turn === 0 ? failure('http', 'opened') : answer(session),
  );
  assert.deepEqual(sessionsOf(calls), [undefined, 'opened', 'opened', 'opened']);
});

it('a turn that was not sent is not waited for, unless a session was opened for it', async () => {
  const skipped = await play((turn) =>
    turn === 0 ? failure('circuit_open', undefined) : answer('a'),
  );
  assert.deepEqual(skipped.log.slice(0, 3), ['sent 0', 'sent 1', 'stored 0']);
  const opened = await play((turn) => (turn === 0 ? failure('circuit_open', 'a') : answer('a')));
  assert.deepEqual(opened.log.slice(0, 3), ['sent 0', 'stored 0', 'sent 1']);
});

it('turns after a first turn that failed without a session are not sent, and give their reserved calls back', async () => {
  const options = { run: WITH_SESSION, hasBudget: true };
  const { calls, stored, unusedCalls } = await play(() => failure('http', undefined, 1), options);
  assert.deepEqual(
    calls.map(({ context }) => context?.turn),
    [0],
  );
  assert.deepEqual(unusedCalls, [undefined, 1, 1, 1]);
  const [first, ...others] = stored;
  assert.equal(first?.error?.kind, 'http');
  for (const { outcome, error, latencyMs, session } of others) {
    assert.deepEqual([outcome, latencyMs, session], ['endpoint_failed', 0, undefined]);
    assert.deepEqual(error, {
      kind: 'circuit_open',
      status: null,
      message:
        'not sent: the session was not started, because an earlier turn failed; retry the run',
      tries: 0,
      elapsed_ms: 0,
    });
  }
  assert.equal(others.length, TURNS - 1);
});

it('a turn whose session could not be opened gives its reserved call back', async () => {
  const opening = { ...failure('http', undefined, 3), isUnsent: true } as const;
  const options = { run: WITH_SESSION, hasBudget: true };
  const { calls, unusedCalls } = await play(() => opening, options);
  assert.deepEqual([calls.length, unusedCalls], [1, [1, 1, 1, 1]]);
});

it('turns after a failed turn whose session is known are sent', async () => {
  const options = { run: WITH_SESSION };
  const { calls } = await play(() => failure('http', 'opened', 1), options);
  assert.deepEqual(sessionsOf(calls), [undefined, 'opened', 'opened', 'opened']);
});
