import { breachOf, checkRun, type Breach } from './check-run.ts';
import type { GateData } from './collect-evidence.ts';
import { measureRetakes } from './measure-retakes.ts';
import type { Probe } from './probe-api.ts';
import type { Size } from './read-options.ts';
import { round, type Report } from './report.ts';

/** A claim of somebody who was shot is somebody else's after at most this long. */
const RETAKE_MS = 12_000;
/** A short run has to go well also where other work keeps the machine busy. */
const BUSY_MS = 3000;
/** A run shorter than this is over before its shots are made up for: its time says nothing. */
const MEASURABLE_SECONDS = 60;

/** How long it takes when nobody disturbs it and nothing costs any time. */
export function idealSeconds({ conversations, turns, latencyMs, workers, inFlight }: Size): number {
  return (conversations * turns * latencyMs) / 1000 / (workers * inFlight);
}

/** What is known when a disturbed run is over. */
export interface Found {
  readonly size: Size;
  readonly evidence: GateData;
  readonly probed: Probe;
  readonly seconds: number;
  readonly restarts: number;
  readonly starts: readonly number[];
  readonly runs: number;
  readonly fallen: readonly string[];
  readonly atOnce: number;
}

export function reportDisturbed(found: Found): Report {
  const { size, evidence, probed, seconds, restarts } = found;
  const retakes = measureRetakes(evidence);
  const { calls, rows, kills } = evidence;
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
      rows_graded_resent: resent,
      claims_retaken: retakes.delays.length,
      retaken_after_s_median: seconds1(retakes.delays[retakes.delays.length >> 1]),
      retaken_after_s_max: seconds1(retakes.delays.at(-1)),
      worker_start_s_max: seconds1(Math.max(...found.starts)),
      in_flight_max: found.atOnce,
      wall_s: round(seconds),
      ideal_s: round(idealSeconds(size)),
      wall_to_ideal: round(seconds / idealSeconds(size), 2),
      api_asked: probed.asked,
      api_503: probed.unavailable,
      api_slowest_ms: round(probed.slowestMs, 0),
    },
    breaches: [...checkRun(evidence), ...checkDisturbed(found, repeated)],
  };
}

function seconds1(ms: number | undefined): number | null {
  return ms === undefined ? null : round(ms / 1000);
}

function checkDisturbed(found: Found, repeated: number): Breach[] {
  const { size, evidence, restarts, runs, fallen, atOnce } = found;
  const limit = evidence.kills.length * size.inFlight;
  const room = size.workers * size.inFlight;
  return [
    ...breachOf('I4', `repeats, at most ${limit}`, repeated > limit ? [`${repeated}`] : []),
    ...breachOf('R1', `calls in flight, at most ${room}`, atOnce > room ? [`${atOnce}`] : []),
    ...breachOf('R1', 'processes that ended by themselves', fallen),
    ...breachOf('I2', 'one run for each key', runs === 1 + restarts ? [] : [`${runs} runs`]),
    ...checkTimes(found),
    ...checkApi(found),
  ];
}

/** R1: the work of the dead is taken over, and soon. */
function checkTimes({ size, evidence, seconds, restarts }: Found): Breach[] {
  const { left, delays } = measureRetakes(evidence);
  const ideal = idealSeconds(size);
  const isLong = ideal >= MEASURABLE_SECONDS;
  const most = isLong ? RETAKE_MS : RETAKE_MS + BUSY_MS;
  const late = restarts > 0 ? [] : delays.filter((delay) => delay > most);
  const isSlow = isLong && seconds > 2 * ideal;
  const isUnshown = size.kills > 0 && delays.length === 0;
  return [
    ...breachOf('R1', 'claims that nobody took over', left),
    ...breachOf('R1', `claims retaken after more than ${most} ms`, late.map(String)),
    ...breachOf('R1', 'more than twice the undisturbed time', isSlow ? [`${seconds} s`] : []),
    ...breachOf(
      'R1',
      'nothing was shown: nobody who was shot held a claim',
      isUnshown ? ['0'] : [],
    ),
  ];
}

/** R2: a database that is away is said to be. */
function checkApi({ size, probed, restarts }: Found): Breach[] {
  const isUnshown = size.restarts > 0 && (restarts === 0 || probed.unavailable === 0);
  return [
    ...breachOf('R2', 'answers other than 200 and 503 database_unavailable', probed.odd),
    ...breachOf('R2', 'nothing was shown: nobody saw a 503', isUnshown ? [`${restarts}`] : []),
  ];
}
