import {
  attemptPosition,
  listBreaches,
  listTwice,
  names,
  turnPosition,
  type Breach,
} from '../check-run.ts';
import { echoedMessage } from '../post-run.ts';
import { chatReply, type ChatRecord } from './start-chat-api.ts';

export interface SessionRow {
  readonly scenario: number;
  readonly attempt: number;
  readonly turn: number;
  readonly try: number;
  readonly outcome: string;
  readonly reply: string;
  /** What the turn was stored with. */
  readonly session: string | null;
}

/** The stored turns of a run, and what the chat API kept. */
export interface SessionRecords {
  readonly runId: string;
  readonly turns: number;
  readonly rows: readonly SessionRow[];
  /** Turns that a retry replaced. */
  readonly superseded: readonly SessionRow[];
  readonly sessions: ReadonlyMap<string, readonly ChatRecord[]>;
}

/** S1: every attempt has one session of its own, in which each of its messages arrived once and in order. */
export function checkSessions(records: SessionRecords): readonly Breach[] {
  const { rows, sessions } = records;
  const attempts = [...Map.groupBy(rows, attemptPosition)];
  const several = attempts.filter(([, turns]) => sessionsOf(turns).length !== 1);
  const wrongReplies = rows.filter((row) => row.reply !== expectedReply(row));
  const wrongRecords = attempts.filter(([, turns]) => {
    const kept = sessions.get(sessionsOf(turns)[0] ?? '') ?? [];
    return JSON.stringify(kept) !== JSON.stringify(turns.map((row) => toRecord(records, row)));
  });
  const used = attempts.flatMap(([, turns]) => sessionsOf(turns));
  return [
    ...listBreaches('S1', 'attempts with no or several sessions', names(several)),
    ...listBreaches('S1', 'replies of another session or place', wrongReplies.map(turnPosition)),
    ...listBreaches('S1', 'sessions whose messages are not those stored', names(wrongRecords)),
    ...listBreaches('S1', 'sessions of several attempts', listTwice(used)),
  ];
}

/** S2: a retry starts the attempts with a failed turn again, in new sessions, and leaves the others as they were. */
export function checkRetry(before: SessionRecords, after: SessionRecords): readonly Breach[] {
  const failed = new Set(
    before.rows.filter(({ outcome }) => outcome !== 'answered').map(attemptPosition),
  );
  const isFailed = (row: SessionRow): boolean => failed.has(attemptPosition(row));
  const kept = (records: SessionRecords): string =>
    JSON.stringify(records.rows.filter((row) => !isFailed(row)));
  const again = after.rows.filter(isFailed);
  const old = before.rows.filter(isFailed);
  const oldSessions = new Set(sessionsOf(old));
  const notReplaced = again.filter(
    (row) => row.try !== 1 || row.outcome !== 'answered' || oldSessions.has(row.session ?? ''),
  );
  const isRecorded = JSON.stringify(after.superseded) === JSON.stringify(old);
  return [
    ...listBreaches('S2', 'nothing was tested: no turn failed', failed.size === 0 ? ['0'] : []),
    ...listBreaches(
      'S2',
      'turns that were not played again in a new session',
      notReplaced.map(turnPosition),
    ),
    ...listBreaches(
      'S2',
      'turns played again',
      again.length === failed.size * before.turns ? [] : [`${again.length}`],
    ),
    ...listBreaches('S2', 'replaced turns are not on record', isRecorded ? [] : ['superseded']),
    ...listBreaches(
      'S2',
      'attempts without a failed turn changed',
      kept(before) === kept(after) ? [] : ['rows'],
    ),
    ...checkSessions(after),
  ];
}

function sessionsOf(rows: readonly SessionRow[]): readonly string[] {
  return [...new Set(rows.map(({ session }) => session ?? 'none'))];
}

function expectedReply({ scenario, turn, session }: SessionRow): string {
  return chatReply(echoedMessage(scenario, turn), session ?? 'none', turn);
}

function toRecord({ runId }: SessionRecords, row: SessionRow): ChatRecord {
  const key = `${runId}/${turnPosition(row)}${row.try === 0 ? '' : `/${row.try}`}`;
  return { key, text: echoedMessage(row.scenario, row.turn) };
}
