/** Tests the checker: each fault is injected once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { echoedMessage } from '../post-run.ts';
import {
  checkRetry,
  checkSessions,
  type SessionRecords,
  type SessionRow,
} from './check-sessions.ts';
import { chatReply, type ChatRecord } from './start-chat-api.ts';

const TURNS = 2;

/** The turns of an attempt that was answered in one session. */
function rowsOf(attempt: number, session: string, tries = 0): readonly SessionRow[] {
  return Array.from({ length: TURNS }, (_, turn) => ({
    scenario: 0,
    attempt,
    turn,
    try: tries,
    outcome: 'answered',
    reply: chatReply(echoedMessage(0, turn), session, turn),
    session,
  }));
}

function messagesOf(attempt: number, suffix = ''): readonly ChatRecord[] {
  return Array.from({ length: TURNS }, (_, turn) => ({
    key: `run/0/${attempt}/${turn}${suffix}`,
    text: echoedMessage(0, turn),
  }));
}

const VALID: SessionRecords = {
  runId: 'run',
  turns: TURNS,
  rows: [...rowsOf(0, 'a'), ...rowsOf(1, 'b')],
  superseded: [],
  sessions: new Map([
    ['a', messagesOf(0)],
    ['b', messagesOf(1)],
  ]),
};

const found = (records: SessionRecords): readonly string[] =>
  checkSessions(records).map(({ what }) => what);

/** Changes the last row, turn 1 of attempt 1. */
function withLastRow(changes: Partial<SessionRow>, records = VALID): SessionRecords {
  const rows = records.rows.map((row, at) =>
    at === records.rows.length - 1 ? { ...row, ...changes } : row,
  );
  return { ...records, rows };
}

describe('the check of sessions', () => {
  it('finds nothing if every attempt has its own session', () => {
    assert.deepEqual(found(VALID), []);
  });

  it('finds an attempt that changed its session', () => {
    const session = 'c';
    const reply = chatReply(echoedMessage(0, 1), session, 1);
    const [first] = found(withLastRow({ session, reply }));
    assert.match(String(first), /attempts with no or several sessions \(1\): 0\/1/);
  });

  it('finds a reply of another session', () => {
    const reply = chatReply(echoedMessage(0, 1), 'a', 1);
    assert.match(String(found(withLastRow({ reply }))), /replies of another session.*0\/1\/1/);
  });

  it('finds a message that arrived twice, and one that never arrived', () => {
    for (const kept of [[...messagesOf(1), ...messagesOf(1)], messagesOf(1).slice(1)]) {
      const sessions = new Map([...VALID.sessions, ['b', kept]] as const);
      assert.match(String(found({ ...VALID, sessions })), /messages are not those stored.*0\/1/);
    }
  });

  it('finds a session that two attempts share', () => {
    const rows = [...rowsOf(0, 'a'), ...rowsOf(1, 'a')];
    assert.match(String(found({ ...VALID, rows })), /sessions of several attempts \(1\): a/);
  });
});

describe('the check of a retry', () => {
  const before = withLastRow({ outcome: 'endpoint_failed', reply: 'Request failed' });
  const after: SessionRecords = {
    ...VALID,
    rows: [...rowsOf(0, 'a'), ...rowsOf(1, 'c', 1)],
    superseded: before.rows.slice(TURNS),
    sessions: new Map([...VALID.sessions, ['c', messagesOf(1, '/1')]]),
  };
  const foundAfter = (records: SessionRecords): string =>
    checkRetry(before, records)
      .map(({ what }) => what)
      .join('; ');

  it('finds nothing if the failed attempt was played again in a new session', () => {
    assert.equal(foundAfter(after), '');
  });

  it('finds a retry that continued the old session', () => {
    const rows = [...rowsOf(0, 'a'), ...rowsOf(1, 'b', 1)];
    assert.match(
      foundAfter({ ...after, rows }),
      /not played again in a new session \(2\): 0\/1\/0/,
    );
  });

  it('finds a retry that kept an answered turn', () => {
    const rows = [
      ...rowsOf(0, 'a'),
      ...rowsOf(1, 'c', 0).slice(0, 1),
      ...rowsOf(1, 'c', 1).slice(1),
    ];
    assert.match(
      foundAfter({ ...after, rows }),
      /not played again in a new session \(1\): 0\/1\/0/,
    );
  });

  it('finds replaced turns that are gone', () => {
    assert.match(foundAfter({ ...after, superseded: [] }), /replaced turns are not on record/);
  });

  it('finds a retry that changed another attempt', () => {
    const rows = [...rowsOf(0, 'd'), ...rowsOf(1, 'c', 1)];
    assert.match(foundAfter({ ...after, rows }), /attempts without a failed turn changed/);
  });

  it('finds that nothing was tested', () => {
    assert.match(String(checkRetry(VALID, VALID).map(({ what }) => what)), /no turn failed/);
  });
});
