import { isJudgedCheck } from './check-type.ts';
import { DEFAULT_USER_TURNS } from './user-turns.ts';

/** Number of calls for one conversation of an attempt at a scenario. */
export interface ScenarioCalls {
  /** Calls to the endpoint; with a simulated user, the maximum. */
  readonly turns: number;
  /** The part of `turns` that a simulated user may play; absent without one. */
  readonly userTurns?: number;
  /** Questions to each judge that compare a reply with its reference. */
  readonly references: number;
  /** Questions to each judge about checks in words: one per reply that has some, and one for the whole conversation. */
  readonly checks: number;
}

/** A scenario as posted, perhaps not valid. */
interface PostedScenario {
  readonly interactions?: unknown;
  readonly checks?: unknown;
  readonly user?: unknown;
}

/** Counts the calls for one conversation. Browsers load this file: no zod here. */
export function countScenarioCalls({ interactions, checks, user }: PostedScenario): ScenarioCalls {
  const all: readonly unknown[] = Array.isArray(interactions) ? interactions : [];
  const turns = all.filter(isObject);
  const judged = turns.filter((turn) => hasJudgedCheck(turn['checks'])).length;
  const userTurns = isObject(user) ? maxTurnsOf(user) : 0;
  return {
    turns: all.length + userTurns,
    ...(userTurns > 0 && { userTurns }),
    references: turns.filter(({ reference_reply: reference }) => isText(reference)).length,
    checks: judged + Number(hasJudgedCheck(checks)),
  };
}

/** The default if the field is absent or not valid. */
function maxTurnsOf({ max_turns: given }: Readonly<Record<string, unknown>>): number {
  const isValid = typeof given === 'number' && Number.isInteger(given) && given > 0;
  return isValid ? given : DEFAULT_USER_TURNS;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** A string is short for `{"text": …}`. */
function hasJudgedCheck(checks: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(checks) ? checks : [];
  return list.some(
    (check) => typeof check === 'string' || (isObject(check) && isJudgedCheck(check)),
  );
}

/** The settings of a run that decide how often its scenarios are played and judged. */
export interface PlayedRun {
  readonly attempts: number;
  /** 2 if a second model is played at the same time. */
  readonly models: 1 | 2;
  /** Number of judges that the service has. */
  readonly judges: number;
  /** The fields `judge` and `scorers` of the request, perhaps not valid. */
  readonly judge?: unknown;
  readonly scorers?: unknown;
}

/** A number of calls: at least, and at most. */
interface CallRange {
  readonly least: number;
  readonly most: number;
}

export interface RunCalls {
  /** Calls to the endpoint. They differ only with simulated users, who may end a conversation earlier or play it again. */
  readonly endpoint: CallRange;
  /** Messages asked of the model of simulated users. */
  readonly users: CallRange;
  /** Calls to all judges. Judgements that disagree lead to more of them, and so do conversations that are played again. */
  readonly judges: CallRange;
}

/** If three comparisons with a reference disagree, two more are requested. Checks are not asked about again. */
const MAX_SAMPLES = 5;

/** How often an attempt is played at most if its simulated user makes faults. */
const MAX_CONVERSATIONS = 3;

/** Counts the calls of a run if every request is answered. Retries, annotations and probes of judges are not counted. */
export function countRunCalls(scenarios: readonly ScenarioCalls[], run: PlayedRun): RunCalls {
  const { attempts, models, judge, scorers } = run;
  const sum = (count: (one: ScenarioCalls) => number): number =>
    scenarios.reduce((total, one) => total + count(one), 0) * attempts * models;
  const sumMost = (count: (one: ScenarioCalls) => number): number =>
    sum((one) => count(one) * (isSimulated(one) ? MAX_CONVERSATIONS : 1));
  const judges = judge === false ? 0 : run.judges;
  const samples = isObject(judge) && judge['samples'] === 3 ? 3 : 1;
  const referenceSamples = isReferenceJudged(scorers) ? samples : 0;
  const mostSamples = referenceSamples === 3 ? MAX_SAMPLES : referenceSamples;
  return {
    endpoint: { least: sum(leastTurns), most: sumMost(({ turns }) => turns) },
    users: {
      least: sum((one) => Number(isSimulated(one))),
      most: sumMost(({ userTurns = 0 }) => userTurns),
    },
    judges: {
      least: judges * sum((one) => one.references * referenceSamples + questions(one) * samples),
      most: judges * sumMost((one) => one.references * mostSamples + questions(one) * samples),
    },
  };
}

/** A simulated user says something at least once. */
function leastTurns({ turns, userTurns }: ScenarioCalls): number {
  return userTurns === undefined ? turns : turns - userTurns + 1;
}

function isSimulated({ userTurns }: ScenarioCalls): boolean {
  return userTurns !== undefined;
}

/** Questions about checks in words, and the audit of a conversation with a simulated user. */
function questions(one: ScenarioCalls): number {
  return one.checks + Number(isSimulated(one));
}

/** Only these scores need the comparison with the reference; all are computed by default. */
const REFERENCE_SCORERS: ReadonlySet<unknown> = new Set(['judge', 'reply', 'overall']);

function isReferenceJudged(scorers: unknown): boolean {
  return !Array.isArray(scorers) || scorers.some((name) => REFERENCE_SCORERS.has(name));
}
