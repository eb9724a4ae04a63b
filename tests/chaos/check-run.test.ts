/** A checker that never finds anything proves nothing: each fault is planted once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkRun } from './check-run.ts';
import type { GateData } from './collect-evidence.ts';
import { measureRetakes } from './measure-retakes.ts';
import { messageOf } from './post-run.ts';

/** One attempt of two turns; a was shot at 1,500 in its second turn, b took over at 9,000. */
function soundEvidence(): GateData {
  const place = { scenario: 0, attempt: 0 };
  const row = (turn: number, committed: number, flags: string[] = []) => ({
    ...place,
    turn,
    reply: messageOf(0, turn),
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
      { ...place, worker: 'a', at: 0 },
      { ...place, worker: 'b', at: 9000 },
    ],
    writes: [
      { ...place, turn: 0, worker: 'a', at: 1099 },
      { ...place, turn: 1, worker: 'b', at: 10_099 },
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

type Plant = (sound: GateData) => Partial<GateData>;

const FAULTS: Readonly<Record<string, readonly [string, Plant]>> = {
  'a lost row': ['I1', ({ rows }) => ({ rows: rows.slice(1) })],
  'another reply': ['I1', ({ rows }) => ({ rows: rows.map((row) => ({ ...row, reply: '?' })) })],
  'a row that nobody asked for': ['I1', ({ calls }) => ({ calls: calls.slice(1) })],
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
  'a turn told twice': [
    'I2',
    ({ events }) => ({
      events: events.map((event) =>
        event.seq === 3
          ? { ...event, data: { turns: [0, 1].map((turn) => [0, 0, turn, 'answered'] as const) } }
          : event,
      ),
    }),
  ],
  'two ends': [
    'I2',
    ({ events }) => ({ events: [...events, { seq: 5, kind: 'run-finished', data: {} }] }),
  ],
  'a key of its own for a repeat': [
    'I3',
    ({ calls }) => ({
      calls: calls.map((call, n) => (n === 2 ? { ...call, key: 'other' } : call)),
    }),
  ],
  'a repeat that is not marked': [
    'I4',
    ({ rows }) => ({ rows: rows.map((row) => ({ ...row, flags: [] })) }),
  ],
  'a call of what is on record': [
    'I4',
    ({ calls }) => ({ calls: calls.map((call, n) => (n === 0 ? { ...call, in: 1200 } : call)) }),
  ],
  'a turn written by somebody who had lost it': [
    'I5',
    ({ writes }) => ({ writes: writes.map((write) => ({ ...write, worker: 'a' })) }),
  ],
};

describe('the checker of the chaos runs', () => {
  it('finds nothing in a run whose worker was shot and replaced', () => {
    assert.deepEqual(checkRun(soundEvidence()), []);
  });

  for (const [name, [promise, plant]] of Object.entries(FAULTS)) {
    it(`finds ${name}`, () => {
      const sound = soundEvidence();
      const found = checkRun({ ...sound, ...plant(sound) });
      assert.ok(
        found.some((breach) => breach.promise === promise),
        JSON.stringify(found),
      );
    });
  }

  it('measures how long claims of the dead are nobody’s', () => {
    const sound = soundEvidence();
    assert.deepEqual(measureRetakes(sound), { held: 1, left: [], delays: [7500] });
    const claims = sound.claims.slice(0, 1);
    assert.deepEqual(measureRetakes({ ...sound, claims }).left, ['0/0 of a']);
  });
});
