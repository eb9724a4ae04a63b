import type { GateData, TurnRow } from './collect-evidence.ts';
import { messageOf } from './post-run.ts';

/** A promise that was not kept, and where that shows. */
export interface Breach {
  readonly promise: string;
  readonly what: string;
}

const MAX_NAMED = 5;

/** One breach for all cases of a kind, naming a few. */
export function breachOf(promise: string, what: string, cases: readonly string[]): Breach[] {
  if (cases.length === 0) return [];
  const named = cases.slice(0, MAX_NAMED).join(', ');
  return [{ promise, what: `${what} (${cases.length}): ${named}` }];
}

export function placeOf(turn: Pick<TurnRow, 'scenario' | 'attempt' | 'turn'>): string {
  return `${turn.scenario}/${turn.attempt}/${turn.turn}`;
}

/** What has to hold of every run, whatever was done to those who played it. */
export function checkRun(evidence: GateData): readonly Breach[] {
  return [
    ...checkRows(evidence),
    ...checkTotals(evidence),
    ...checkEvents(evidence),
    ...checkCalls(evidence),
    ...checkWriters(evidence),
  ];
}

/** I1, I2: every turn has exactly one row, and it says what the endpoint said. */
function checkRows({ rows, batch }: GateData): Breach[] {
  const seen = new Set(rows.map(placeOf));
  const lost: string[] = [];
  for (let scenario = 0; scenario < batch.scenarios; scenario += 1) {
    for (let n = 0; n < batch.attempts * batch.turns; n += 1) {
      const turn = n % batch.turns;
      const place = placeOf({ scenario, attempt: (n - turn) / batch.turns, turn });
      if (!seen.has(place)) lost.push(place);
    }
  }
  const planned = batch.scenarios * batch.attempts * batch.turns;
  const wrong = rows.filter(
    (row) => row.outcome !== 'answered' || row.reply !== messageOf(row.scenario, row.turn),
  );
  return [
    ...breachOf('I1', 'turns without a row', lost),
    ...breachOf('I1', 'turns that failed or say something else', wrong.map(placeOf)),
    ...breachOf('I2', 'more rows than turns', rows.length > planned ? [String(rows.length)] : []),
  ];
}

/** I2: what is counted is what is there. */
function checkTotals(evidence: GateData): Breach[] {
  const { rows, progress, batch } = evidence;
  const failed = rows.filter(({ outcome }) => outcome !== 'answered').length;
  const faults = [
    ...(progress.state === 'completed' ? [] : [`state is ${progress.state}`]),
    ...(progress.finished === rows.length ? [] : [`finished ${progress.finished}/${rows.length}`]),
    ...(progress.failed === failed ? [] : [`failed ${progress.failed}/${failed}`]),
    ...(progress.total === batch.scenarios * batch.attempts * batch.turns ? [] : ['total']),
    ...(progress.open === 0 ? [] : [`${progress.open} attempts open`]),
    ...wrongMeans(evidence),
  ];
  return breachOf('I2', 'totals differ from a recount', faults);
}

function wrongMeans({ rows, progress }: GateData): string[] {
  const means = Object.entries(progress.means ?? {}).filter(([, mean]) => mean !== null);
  if (means.length === 0) return ['no means'];
  return means.flatMap(([name, mean]) => {
    const recounted = rows.reduce((sum, { scores }) => sum + (scores[name] ?? 0), 0) / rows.length;
    return Math.abs(Number(mean) - recounted) < 0.001 ? [] : [`${name} ${mean}, not ${recounted}`];
  });
}

/** I2: events come without a gap, and each turn is told once. */
function checkEvents({ events, rows }: GateData): Breach[] {
  const told = events.flatMap(({ data }) =>
    (data.turns ?? []).map(([scenario, attempt, turn]) => placeOf({ scenario, attempt, turn })),
  );
  const gaps = events.filter(({ seq }, n) => seq !== n + 1).map(({ seq }) => String(seq));
  const ends = events.filter(({ kind }) => kind === 'run-finished').length;
  const known = new Set<string>();
  const twice = told.filter((place) => known.size === known.add(place).size);
  const untold = rows.map(placeOf).filter((place) => !known.has(place));
  return [
    ...breachOf('I2', 'gaps between events', gaps),
    ...breachOf('I2', 'turns told twice', twice),
    ...breachOf('I2', 'turns never told', untold),
    ...breachOf('I2', 'ends of the run', ends === 1 ? [] : [String(ends)]),
  ];
}

/** I3, I4: a re-send carries the same key and is marked, and what is on record is never sent again. */
function checkCalls({ calls, rows, runId }: GateData): Breach[] {
  const byPlace = new Map(rows.map((row) => [placeOf(row), row]));
  const foreign = calls.filter((call) => call.key !== `${call.conversation}/${call.turn}`);
  const strays: string[] = [];
  const ungraded: string[] = [];
  const late: string[] = [];
  const seen = new Map<string, number>();
  for (const call of calls) {
    const place = `${call.conversation.slice(runId.length + 1)}/${call.turn}`;
    const row = byPlace.get(place);
    seen.set(place, (seen.get(place) ?? 0) + 1);
    if (row === undefined) strays.push(place);
    else if (call.in > row.committed + 1) late.push(`${place} ${call.in - row.committed} ms after`);
  }
  for (const [place, times] of seen) {
    if (times > 1 && byPlace.get(place)?.flags.includes('resent') !== true) ungraded.push(place);
  }
  return [
    ...breachOf('I3', 'calls whose Idempotency-Key is not that of their turn', foreign.map(keyOf)),
    ...breachOf('I1', 'calls without a row', strays),
    ...breachOf(
      'I1',
      'rows without a call',
      [...byPlace.keys()].filter((p) => !seen.has(p)),
    ),
    ...breachOf('I4', 'turns called again after they were on record', late),
    ...breachOf('I4', 'repeated turns that are not marked resent', ungraded),
  ];
}

function keyOf({ key }: { readonly key: string }): string {
  return key;
}

/** I5: a turn is written by whoever has the last claim on its attempt. */
function checkWriters({ claims, writes }: GateData): Breach[] {
  const byAttempt = Map.groupBy(claims, attemptOf);
  const wrong = writes.filter((write) => {
    const holder = byAttempt.get(attemptOf(write))?.findLast(({ at }) => at <= write.at);
    return holder?.worker !== write.worker;
  });
  return breachOf(
    'I5',
    'turns written by somebody who had lost them',
    wrong.map((write) => `${placeOf(write)} by ${write.worker}`),
  );
}

export function attemptOf(noted: { readonly scenario: number; readonly attempt: number }): string {
  return `${noted.scenario}/${noted.attempt}`;
}
