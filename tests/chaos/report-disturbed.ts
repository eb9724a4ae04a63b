import { listBreaches, checkRun, type Breach, attemptPosition } from './check-run.ts';
import type { RunRecords } from './read-records.ts';
import type { Probe } from './probe-api.ts';
import type { Size } from './read-options.ts';
import { round, type Report } from './report.ts';

/** Maximum time until another worker takes over the claim of a killed one. */
const MAX_RETAKE_MS = 12_000;
/** The times of a shorter run are not checked: CI plays short runs, and shares the machine with other work. */
const MEASURABLE_SECONDS = 60;

/** The duration of an undisturbed run if only the endpoint takes time. */
function idealSeconds({ conversations, turns, latencyMs, workers, inFlight }: Size): number {
  return (conversations * turns * latencyMs) / 1000 / (workers * inFlight);
}

export interface DisturbedRun {
  readonly size: Size;
  readonly records: RunRecords;
  readonly probed: Probe;
  readonly seconds: number;
  readonly restarts: number;
  readonly starts: readonly number[];
  readonly runs: number;
  /** Processes that ended by themselves. */
  readonly ended: readonly Breach[];
  readonly maxInFlight: number;
}

export function reportDisturbed(found: DisturbedRun): Report {
  const { size, records, probed, seconds, restarts } = found;
  const retakes = measureRetakes(records);
  const { calls, rows, kills } = records;
  const repeated = calls.length - new Set(calls.map(({ key }) => key)).size;
  const resent = rows.filter(({ flags }) => flags.includes('resent')).length;
  return {
    name: size.restarts > 0 ? 'restarts' : 'kills',
    figures: {
      conversations: size.conversations,
      turns: rows.length,
      kills: kills.length,
      restarts,
      calls: calls.length,
      repeated_calls: repeated,
      repeated_limit: kills.length * size.inFlight,
      rows_resent: resent,
      claims_retaken: retakes.delays.length,
      retaken_after_s_median: seconds1(retakes.delays[retakes.delays.length >> 1]),
      retaken_after_s_max: seconds1(retakes.delays.at(-1)),
      worker_start_s_max: seconds1(Math.max(...found.starts)),
      in_flight_max: found.maxInFlight,
      wall_s: round(seconds),
      ideal_s: round(idealSeconds(size)),
      wall_to_ideal: round(seconds / idealSeconds(size), 2),
      api_asked: probed.asked,
      api_503: probed.unavailable,
      api_slowest_ms: round(probed.slowestMs, 0),
    },
    breaches: [...checkRun(records), ...checkDisturbed(found, repeated)],
  };
}

function seconds1(ms: number | undefined): number | null {
  return ms === undefined ? null : round(ms / 1000);
}

function checkDisturbed(found: DisturbedRun, repeated: number): Breach[] {
  const { size, records, restarts, runs, ended, maxInFlight } = found;
  const limit = records.kills.length * size.inFlight;
  const room = size.workers * size.inFlight;
  return [
    ...listBreaches('I4', `repeats, at most ${limit}`, repeated > limit ? [`${repeated}`] : []),
    ...listBreaches(
      'R1',
      `calls in flight, at most ${room}`,
      maxInFlight > room ? [`${maxInFlight}`] : [],
    ),
    ...ended,
    ...listBreaches('I2', 'one run for each key', runs === 1 + restarts ? [] : [`${runs} runs`]),
    ...checkTimes(found),
    ...checkApi(found),
  ];
}

/** R1: the work of killed workers is taken over in time. */
function checkTimes({ size, records, seconds, restarts }: DisturbedRun): Breach[] {
  const { left, delays } = measureRetakes(records);
  const ideal = idealSeconds(size);
  const isLong = ideal >= MEASURABLE_SECONDS;
  const late = isLong && restarts === 0 ? delays.filter((delay) => delay > MAX_RETAKE_MS) : [];
  const isSlow = isLong && seconds > 2 * ideal;
  const isUntested = size.kills > 0 && delays.length === 0;
  return [
    ...listBreaches('R1', 'claims that no worker took over', left),
    ...listBreaches('R1', `claims retaken after more than ${MAX_RETAKE_MS} ms`, late.map(String)),
    ...listBreaches('R1', 'more than twice the undisturbed time', isSlow ? [`${seconds} s`] : []),
    ...listBreaches(
      'R1',
      'nothing was tested: no killed worker held a claim',
      isUntested ? ['0'] : [],
    ),
  ];
}

/** R2: the API reports an unavailable database with a correct 503. */
function checkApi({ size, probed, restarts }: DisturbedRun): Breach[] {
  const isUntested = size.restarts > 0 && (restarts === 0 || probed.unavailable === 0);
  return [
    ...listBreaches('R2', 'answers other than 200 and 503 database_unavailable', probed.unexpected),
    ...listBreaches(
      'R2',
      'nothing was tested: there was no 503',
      isUntested ? [`${restarts}`] : [],
    ),
  ];
}

interface Retakes {
  /** Attempts that a killed worker had claimed. */
  readonly held: number;
  /** Attempts of those that no other worker claimed afterwards. */
  readonly left: readonly string[];
  /** Milliseconds from the kill to the next claim, ascending. */
  readonly delays: readonly number[];
}

/** Measures when the attempts of killed workers were claimed again. */
export function measureRetakes({ kills, claims, writes, batch }: RunRecords): Retakes {
  const claimsOf = Map.groupBy(claims, attemptPosition);
  const writesOf = Map.groupBy(writes, attemptPosition);
  const left: string[] = [];
  const delays: number[] = [];
  for (const { worker, at } of kills) {
    for (const [attempt, taken] of claimsOf) {
      if (taken.findLast((claim) => claim.at <= at)?.worker !== worker) continue;
      const written = (writesOf.get(attempt) ?? []).filter(
        (write) => write.worker === worker || write.at <= at,
      );
      if (written.length === batch.turns) continue; // the killed worker had finished the attempt
      const next = taken.find((claim) => claim.at > at && claim.worker !== worker);
      if (next === undefined) left.push(`${attempt} of ${worker}`);
      else delays.push(next.at - at);
    }
  }
  return { held: left.length + delays.length, left, delays: delays.toSorted((a, b) => a - b) };
}
