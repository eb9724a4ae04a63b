import type { Call, Kill, RunRecords, TurnRow } from './read-records.ts';
import { echoedMessage } from './post-run.ts';

/** A broken promise and its evidence. */
export interface Breach {
  readonly promise: string;
  readonly what: string;
}

const MAX_NAMED = 5;

/** Returns one breach for all cases of a kind, naming a few. */
export function listBreaches(promise: string, what: string, cases: readonly string[]): Breach[] {
  if (cases.length === 0) return [];
  const named = cases.slice(0, MAX_NAMED).join(', ');
  return [{ promise, what: `${what} (${cases.length}): ${named}` }];
}

export function turnPosition(turn: Pick<TurnRow, 'scenario' | 'attempt' | 'turn'>): string {
  return `${turn.scenario}/${turn.attempt}/${turn.turn}`;
}

/** Checks the promises that hold for every run, even if its workers were killed. */
export function checkRun(records: RunRecords): readonly Breach[] {
  return [
    ...checkRows(records),
    ...checkTotals(records),
    ...checkEvents(records),
    ...checkCalls(records),
    ...checkWriters(records),
  ];
}

/** I1, I2: every turn has exactly one row, with the reply of the endpoint, and grades. */
function checkRows({ rows, batch }: RunRecords): Breach[] {
  const seen = new Set(rows.map(turnPosition));
  const lost: string[] = [];
  for (let scenario = 0; scenario < batch.scenarios; scenario += 1) {
    for (let n = 0; n < batch.attempts * batch.turns; n += 1) {
      const turn = n % batch.turns;
      const position = turnPosition({ scenario, attempt: (n - turn) / batch.turns, turn });
      if (!seen.has(position)) lost.push(position);
    }
  }
  const planned = batch.scenarios * batch.attempts * batch.turns;
  const wrong = rows.filter(
    (row) => row.outcome !== 'answered' || row.reply !== echoedMessage(row.scenario, row.turn),
  );
  const ungraded = rows.filter(({ scores }) => scores === null);
  return [
    ...listBreaches('I1', 'turns without a row', lost),
    ...listBreaches('I1', 'turns without grades', ungraded.map(turnPosition)),
    ...listBreaches('I1', 'turns that failed or have another reply', wrong.map(turnPosition)),
    ...listBreaches(
      'I2',
      'more rows than turns',
      rows.length > planned ? [String(rows.length)] : [],
    ),
  ];
}

/** I2: the counts match the rows. */
function checkTotals(records: RunRecords): Breach[] {
  const { rows, progress, batch } = records;
  const failed = rows.filter(({ outcome }) => outcome !== 'answered').length;
  const faults = [
    ...(progress.state === 'completed' ? [] : [`state is ${progress.state}`]),
    ...(progress.finished === rows.length ? [] : [`finished ${progress.finished}/${rows.length}`]),
    ...(progress.failed === failed ? [] : [`failed ${progress.failed}/${failed}`]),
    ...(progress.total === batch.scenarios * batch.attempts * batch.turns ? [] : ['total']),
    ...(progress.open === 0 ? [] : [`${progress.open} attempts open`]),
    ...wrongMeans(records),
  ];
  return listBreaches('I2', 'totals differ from a recount', faults);
}

function wrongMeans({ rows, progress }: RunRecords): string[] {
  const means = Object.entries(progress.means ?? {}).filter(([, mean]) => mean !== null);
  if (means.length === 0) return ['no means'];
  return means.flatMap(([name, mean]) => {
    const recounted =
      rows.reduce((sum, { scores }) => sum + (scores?.[name] ?? 0), 0) / rows.length;
    return Math.abs(Number(mean) - recounted) < 0.001 ? [] : [`${name} ${mean}, not ${recounted}`];
  });
}

/** I2: events have no gaps, and each turn is reported once. */
function checkEvents({ events, rows }: RunRecords): Breach[] {
  const reported = events.flatMap(({ data }) =>
    (data.turns ?? []).map(([scenario, attempt, turn]) =>
      turnPosition({ scenario, attempt, turn }),
    ),
  );
  const gaps = events.filter(({ seq }, n) => seq !== n + 1).map(({ seq }) => String(seq));
  const ends = events.filter(({ kind }) => kind === 'run-finished').length;
  const known = new Set(reported);
  const unreported = rows.map(turnPosition).filter((position) => !known.has(position));
  return [
    ...listBreaches('I2', 'gaps between events', gaps),
    ...listBreaches('I2', 'turns reported twice', listTwice(reported)),
    ...listBreaches('I2', 'turns never reported', unreported),
    ...listBreaches('I2', 'ends of the run', ends === 1 ? [] : [String(ends)]),
  ];
}

/** I3, I4: a re-send carries the same key and a flag, and a stored turn is never sent again. */
function checkCalls({ calls, rows, runId }: RunRecords): Breach[] {
  const byPosition = new Map(rows.map((row) => [turnPosition(row), row]));
  const groups = groupCalls(calls, runId);
  const foreign = calls.filter((call) => call.key !== `${call.conversation}/${call.turn}`);
  const unflagged = [...groups].filter(
    ([position, sent]) =>
      sent.length > 1 && byPosition.get(position)?.flags.includes('resent') !== true,
  );
  return [
    ...listBreaches(
      'I3',
      'calls whose Idempotency-Key is not that of their turn',
      foreign.map(({ key }) => key),
    ),
    ...listBreaches(
      'I1',
      'calls without a row',
      [...groups.keys()].filter((position) => !byPosition.has(position)),
    ),
    ...listBreaches(
      'I1',
      'rows without a call',
      [...byPosition.keys()].filter((position) => !groups.has(position)),
    ),
    ...listBreaches(
      'I4',
      'turns called again after they were stored',
      listLate(groups, (position) => byPosition.get(position)?.committed),
    ),
    ...listBreaches('I4', 'repeated turns without the flag resent', names(unflagged)),
  ];
}

/** Calls by what they ask. */
type CallGroups = Iterable<readonly [name: string, calls: readonly Pick<Call, 'in'>[]]>;

/** Groups the calls of a run by what they ask: `scenario/attempt/turn`, with what follows if a model grades or plays. */
export function groupCalls<T extends Pick<Call, 'conversation' | 'turn'>>(
  calls: readonly T[],
  runId: string,
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(calls, (call) => `${call.conversation.slice(runId.length + 1)}/${call.turn}`);
}

/** The calls that came after their result was stored. */
export function listLate(
  groups: CallGroups,
  storedAt: (name: string) => number | undefined,
): readonly string[] {
  return [...groups].flatMap(([name, calls]) => {
    const after = Math.max(...calls.map((call) => call.in)) - (storedAt(name) ?? Infinity);
    return after > 1 ? [`${name} ${after} ms after`] : [];
  });
}

export function countRepeated(groups: CallGroups): number {
  return [...groups].reduce((sum, [, calls]) => sum + calls.length - 1, 0);
}

/** A call can arrive shortly after the process that sent it was killed. */
const ARRIVAL_MS = 1000;

interface Repeats {
  readonly kills: readonly Kill[];
  /** Maximum number of calls of one process at the same time. */
  readonly inFlight: number;
}

/** I4: only calls that were in flight when a process was killed are repeated. */
export function checkRepeats(
  what: string,
  groups: CallGroups,
  { kills, inFlight }: Repeats,
): Breach[] {
  const unexplained = [...groups].filter(([, calls]) => {
    const times = calls.map((call) => call.in).toSorted((a, b) => a - b);
    return times.some((second, n) => {
      const first = times[n - 1] ?? second;
      return n > 0 && !kills.some(({ at }) => first <= at + ARRIVAL_MS && second >= at);
    });
  });
  const repeated = countRepeated(groups);
  const most = kills.length * inFlight;
  return [
    ...listBreaches('I4', `${what} repeated without a kill`, names(unexplained)),
    ...listBreaches(
      'I4',
      `repeated ${what}, at most ${most}`,
      repeated > most ? [`${repeated}`] : [],
    ),
  ];
}

/** The names of entries. */
export function names(entries: readonly (readonly [name: string, of: unknown])[]): string[] {
  return entries.map(([name]) => name);
}

/** Everything that is in the list more than once. */
export function listTwice(all: readonly string[]): readonly string[] {
  return all.filter((one, at) => all.indexOf(one) !== at);
}

/** I5: a turn is written by the worker with the last claim on its attempt. */
export function checkWriters({ claims, writes }: Pick<RunRecords, 'claims' | 'writes'>): Breach[] {
  const byAttempt = Map.groupBy(claims, attemptPosition);
  const wrong = writes.filter((write) => {
    const holder = byAttempt.get(attemptPosition(write))?.findLast(({ at }) => at <= write.at);
    return holder?.worker !== write.worker;
  });
  return listBreaches(
    'I5',
    'turns written by a worker that had lost its claim',
    wrong.map((write) => `${turnPosition(write)} by ${write.worker}`),
  );
}

export function attemptPosition(entry: {
  readonly scenario: number;
  readonly attempt: number;
}): string {
  return `${entry.scenario}/${entry.attempt}`;
}
