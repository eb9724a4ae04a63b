/** Tests the checker: each fault is injected once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkRun } from './check-run.ts';
import type { RunRecords } from './read-records.ts';
import { measureRetakes } from './report-disturbed.ts';
import { echoedMessage } from './post-run.ts';

/** One attempt of two turns. Worker a was killed at 1,500 in its second turn; worker b took over at 9,000. */
function validRecords(): RunRecords {
  const position = { scenario: 0, attempt: 0 };
  const row = (turn: number, committed: number, flags: string[] = []) => ({
    ...position,
    turn,
    reply: echoedMessage(0, turn),
    outcome: 'answered',
    scores: { overall: 0.5 },
    flags,
    committed,
  });
  const call = (turn: number, start: number, end: number) => {
    return {
      key: `run/0/0/${turn}`,
      conversation: 'run/0/0',
      turn: `${turn}`,
      in: start,
      out: end,
    };
  };
  return {
    runId: 'run',
    batch: { scenarios: 1, attempts: 1, turns: 2, concurrency: 1 },
    rows: [row(0, 1100), row(1, 10_100, ['resent'])],
    claims: [
      { ...position, worker: 'a', at: 0 },
      { ...position, worker: 'b', at: 9000 },
    ],
    writes: [
      { ...position, turn: 0, worker: 'a', at: 1099 },
      { ...position, turn: 1, worker: 'b', at: 10_099 },
    ],
    calls: [call(0, 10, 1000), call(1, 1200, 1501), call(1, 9010, 10_010)],
    events: [
      { seq: 1, kind: 'run-started', data: {} },
      { seq: 2, kind: 'turns-finished', data: { turns: [[0, 0, 0, 'answered']] } },
      { seq: 3, kind: 'turns-finished', data: { turns: [[0, 0, 1, 'answered']] } },
      { seq: 4, kind: 'run-finished', data: {} },
    ],
    progress: {
      state: 'completed',
      total: 2,
      finished: 2,
      failed: 0,
      open: 0,
      means: { overall: 0.5 },
    },
    kills: [{ worker: 'a', at: 1500 }],
  };
}

type InjectFault = (valid: RunRecords) => Partial<RunRecords>;

const FAULTS: Readonly<Record<string, readonly [string, InjectFault]>> = {
  'a lost row': ['I1', ({ rows }) => ({ rows: rows.slice(1) })],
  'another reply': ['I1', ({ rows }) => ({ rows: rows.map((row) => ({ ...row, reply: '?' })) })],
  'a turn without grades': [
    'I1',
    ({ rows }) => ({ rows: rows.map((row) => ({ ...row, scores: null })) }),
  ],
  'a row without a call': ['I1', ({ calls }) => ({ calls: calls.slice(1) })],
  'a row too many': [
    'I2',
    ({ rows }) => ({ rows: [...rows, ...rows.slice(0, 1).map((row) => ({ ...row, attempt: 1 }))] }),
  ],
  'a turn counted twice': ['I2', ({ progress }) => ({ progress: { ...progress, finished: 3 } })],
  'a run that is not over': [
    'I2',
    ({ progress }) => ({ progress: { ...progress, state: 'running' } }),
  ],
  'a mean of something else': [
    'I2',
    ({ progress }) => ({ progress: { ...progress, means: { overall: 0.7 } } }),
  ],
  'an event that is missing': [
    'I2',
    ({ events }) => ({ events: events.filter(({ seq }) => seq !== 2) }),
  ],
  'a turn reported twice': [
    'I2',
    ({ events }) => ({
      events: events.map((event) =>
        event.seq === 3
          ? { ...event, data: { turns: [0, 1].map((turn) => [0, 0, turn, 'answered'] as const) } }
          : event,
      ),
    }),
  ],
  'two run-finished events': [
    'I2',
    ({ events }) => ({ events: [...events, { seq: 5, kind: 'run-finished', data: {} }] }),
  ],
  'a repeated call with a different key': [
    'I3',
    ({ calls }) => ({
      calls: calls.map((call, n) => (n === 2 ? { ...call, key: 'other' } : call)),
    }),
  ],
  'a repeat without its flag': [
    'I4',
    ({ rows }) => ({ rows: rows.map((row) => ({ ...row, flags: [] })) }),
  ],
  'a call of a stored turn': [
    'I4',
    ({ calls }) => ({ calls: calls.map((call, n) => (n === 0 ? { ...call, in: 1200 } : call)) }),
  ],
  'a turn written by a worker that had lost its claim': [
    'I5',
    ({ writes }) => ({ writes: writes.map((write) => ({ ...write, worker: 'a' })) }),
  ],
};

describe('the checker of chaos runs', () => {
  it('reports nothing for a run whose worker was killed and replaced', () => {
    assert.deepEqual(checkRun(validRecords()), []);
  });

  for (const [name, [promise, inject]] of Object.entries(FAULTS)) {
    it(`reports ${name}`, () => {
      const valid = validRecords();
      const found = checkRun({ ...valid, ...inject(valid) });
      assert.ok(
        found.some((breach) => breach.promise === promise),
        JSON.stringify(found),
      );
    });
  }

  it('measures how long the claims of a killed worker wait', () => {
    const valid = validRecords();
    assert.deepEqual(measureRetakes(valid), { held: 1, left: [], delays: [7500] });
    const claims = valid.claims.slice(0, 1);
    assert.deepEqual(measureRetakes({ ...valid, claims }).left, ['0/0 of a']);
  });
});
