import {
  checkRepeats,
  checkWriters,
  listBreaches,
  listLate,
  listTwice,
  names,
  type Breach,
} from '../check-run.ts';
import { checkQuestions } from '../grading/check-grading.ts';
import type { StoredAnswer } from '../grading/read-grading.ts';
import { echoedMessage } from '../post-run.ts';
import type { AuditEntry, Kill } from '../read-records.ts';
import {
  countPlayed,
  countReplays,
  countScripted,
  lastMessageNo,
  MAX_USER_TURNS,
  type Place,
} from './planned-talk.ts';
import type { TalkCall } from './start-talk.ts';

interface Step extends Place {
  readonly turn: number;
  readonly try: number;
}

/** A message of a simulated user on record. */
export interface MessageRow extends Step {
  readonly message: string;
  readonly isLast: boolean;
  readonly worker: string;
  readonly committed: number;
}

/** A turn as it was stored, also if its attempt was played again afterwards. */
export interface PlayedRow extends Step {
  /** null if the message is scripted. */
  readonly message: string | null;
  readonly outcome: string;
  readonly worker: string;
  readonly at: number;
}

export interface AttemptRow extends Place {
  readonly state: string;
  readonly try: number;
  readonly replays: number;
}

/** What the database recorded of a run with simulated users, and the calls that its models received. */
export interface UserRecords {
  readonly runId: string;
  readonly scenarios: number;
  readonly attemptsEach: number;
  readonly kills: readonly Kill[];
  /** Maximum number of attempts that one process plays at once. */
  readonly inFlight: number;
  readonly judgeConcurrency: number;
  readonly state: string;
  readonly total: number;
  readonly finished: number;
  readonly attempts: readonly AttemptRow[];
  readonly messages: readonly MessageRow[];
  readonly played: readonly PlayedRow[];
  readonly claims: readonly AuditEntry[];
  readonly answers: readonly StoredAnswer[];
  readonly calls: readonly TalkCall[];
}

/** Checks the promises about conversations with simulated users, even if workers were killed. */
export function checkUsers(records: UserRecords): readonly Breach[] {
  const { runId, kills, inFlight, judgeConcurrency, answers, calls } = records;
  const { messages, played, claims } = records;
  const questions = calls.filter(({ kind }) => kind === 'judge');
  const writes = [...messages.map((row) => ({ ...row, at: row.committed })), ...played];
  return [
    ...checkEnds(records),
    ...checkDrawn(records),
    ...checkSent(records),
    ...checkRepeats('calls', listAsked(records), { kills, inFlight }),
    ...checkQuestions({ runId, kills, judgeConcurrency, answers, calls: questions }),
    ...checkWriters({ claims, writes }),
  ];
}

function nameStep(step: Step): string {
  return `${step.scenario}/${step.attempt}/${step.turn}/${step.try}`;
}

/** I1: every conversation ends by its user or at its maximum, and spoiled ones are played again. */
function checkEnds(records: UserRecords): Breach[] {
  const { state, total, finished, attempts, scenarios, attemptsEach } = records;
  const open = attempts.filter((attempt) => attempt.state !== 'done');
  const wrongReplays = attempts.filter((attempt) => attempt.replays !== countReplays(attempt));
  const expected = attempts.flatMap(listSteps);
  const known = new Set(records.played.map(nameStep));
  const ends = new Set(records.messages.filter(({ isLast }) => isLast).map(nameStep));
  const shouldEnd = expected.filter(isLastMessage).map(nameStep);
  const current = attempts.reduce((sum, attempt) => sum + countPlayed(attempt), 0);
  const counts = [total, finished].filter((count) => count !== current);
  const places = attempts.map(({ scenario, attempt }) => `${scenario}/${attempt}`);
  const isComplete = places.length === scenarios * attemptsEach;
  return [
    ...listBreaches('I1', 'runs that did not complete', state === 'completed' ? [] : [state]),
    ...listBreaches('I1', 'attempts that are not done', open.map(nameAttempt)),
    ...listBreaches('I1', 'attempts in all', isComplete ? [] : [`${places.length}`]),
    ...listBreaches('I1', 'attempts not replayed as planned', wrongReplays.map(nameAttempt)),
    ...listBreaches(
      'I1',
      'turns that were not played',
      expected.map(nameStep).filter((step) => !known.has(step)),
    ),
    ...listBreaches('I2', 'turns played twice', listTwice(records.played.map(nameStep))),
    ...listBreaches('I2', 'turns after the end', [
      ...known.difference(new Set(expected.map(nameStep))),
    ]),
    ...listBreaches('I1', 'ends that are not on record', [
      ...new Set(shouldEnd).symmetricDifference(ends),
    ]),
    ...listBreaches('I2', `counted turns, of ${current}`, counts.map(String)),
  ];
}

function nameAttempt({ scenario, attempt, state, replays }: AttemptRow): string {
  return `${scenario}/${attempt} ${state} after ${replays}`;
}

/** Lists the turns of every try of an attempt. */
function listSteps({ scenario, attempt, replays }: AttemptRow): readonly Step[] {
  return Array.from({ length: replays + 1 }, (_, tries) =>
    Array.from({ length: countPlayed({ scenario, attempt }) }, (__, turn) => ({
      scenario,
      attempt,
      turn,
      try: tries,
    })),
  ).flat();
}

function isLastMessage(step: Step): boolean {
  const last = lastMessageNo(step);
  return last <= MAX_USER_TURNS && step.turn === countScripted(step.scenario) + last - 1;
}

/** I4: a message on record is one that the user's model gave, and its model is not asked for it again. */
function checkDrawn({ messages, calls, runId }: UserRecords): Breach[] {
  const drawn = groupBySteps(calls, runId, 'user');
  const known = new Map(messages.map((row) => [nameStep(row), row]));
  const invented = messages.filter((row) =>
    (drawn.get(nameStep(row)) ?? []).every(({ texts }) => texts[0] !== row.message),
  );
  const late = listLate(drawn, (step) => known.get(step)?.committed);
  const lost = [...drawn.keys()].filter((step) => !known.has(step));
  return [
    ...listBreaches('I4', 'messages that the model did not give', invented.map(nameStep)),
    ...listBreaches('I4', 'messages on record that were asked for again', late),
    ...listBreaches('I1', 'messages that are not on record', lost),
  ];
}

/** I2, I4: the endpoint got the messages on record, each after it was recorded, and none after its turn was stored. */
function checkSent({ messages, played, calls, runId }: UserRecords): Breach[] {
  const sent = groupBySteps(calls, runId, 'endpoint');
  const recorded = new Map(messages.map((row) => [nameStep(row), row]));
  const stored = new Map(played.map((row) => [nameStep(row), row]));
  const said = (step: Step): string =>
    recorded.get(nameStep(step))?.message ?? echoedMessage(step.scenario, step.turn);
  const others = [...sent].filter(([step, requests]) => {
    const row = stored.get(step);
    const wanted = row && JSON.stringify(conversationBefore(row, said));
    return requests.some(({ texts }) => JSON.stringify(texts) !== wanted);
  });
  const early = [...sent].filter(([step, requests]) =>
    requests.some((call) => call.in + 1 < (recorded.get(step)?.committed ?? 0)),
  );
  const late = listLate(sent, (step) => stored.get(step)?.at);
  const copies = played.filter(
    (row) => (row.message ?? said(row)) !== said(row) || row.outcome !== 'answered',
  );
  const unsent = [...recorded.keys(), ...stored.keys()].filter((step) => !sent.has(step));
  return [
    ...listBreaches('I2', 'calls with other messages than those on record', names(others)),
    ...listBreaches('I2', 'messages that were sent before they were recorded', names(early)),
    ...listBreaches('I4', 'turns called again after they were stored', late),
    ...listBreaches('I2', 'stored turns with another message', copies.map(nameStep)),
    ...listBreaches('I1', 'messages and turns without a call', unsent),
  ];
}

/** The messages that the endpoint gets: those before, with its replies, and the one of the turn. */
function conversationBefore(row: PlayedRow, said: (step: Step) => string): readonly string[] {
  return Array.from({ length: row.turn + 1 }, (_, turn) => {
    const message = said({ ...row, turn });
    return turn === row.turn ? [message] : [message, `You said: ${message}`];
  }).flat();
}

/** The calls to the model of the user and to the endpoint, by step. */
export function listAsked({
  calls,
  runId,
}: Pick<UserRecords, 'calls' | 'runId'>): readonly (readonly [string, readonly TalkCall[]])[] {
  return [...groupBySteps(calls, runId, 'user'), ...groupBySteps(calls, runId, 'endpoint')];
}

/** Counts messages that one worker recorded and another one sent. */
export function countTakenOver({ messages, played }: UserRecords): number {
  const senders = new Map(played.map((row) => [nameStep(row), row.worker]));
  return messages.filter((row) => {
    const sender = senders.get(nameStep(row));
    return sender !== undefined && sender !== row.worker;
  }).length;
}

/** Groups the calls of a kind by scenario, attempt, turn and try. */
function groupBySteps(
  calls: readonly TalkCall[],
  runId: string,
  kind: 'user' | 'endpoint',
): ReadonlyMap<string, readonly TalkCall[]> {
  const own = calls.filter((call) => call.kind === kind && call.conversation.startsWith(runId));
  return Map.groupBy(own, ({ conversation, turn, key }) => {
    const place = conversation.slice(runId.length + 1);
    const [no, , tries = 0] = kind === 'user' ? turn.split('/') : [turn, '', key.split('/')[4]];
    return `${place}/${no}/${tries}`;
  });
}
