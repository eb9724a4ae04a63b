import { isJudgedCheck } from './check-type.ts';

/** Number of calls for one attempt at a scenario. */
export interface ScenarioCalls {
  /** Calls to the endpoint. */
  readonly turns: number;
  /** Questions to each judge that compare a reply with its reference. */
  readonly references: number;
  /** Questions to each judge about checks in words: one per reply that has some, and one for the whole conversation. */
  readonly checks: number;
}

/** A scenario as posted, perhaps not valid. */
interface PostedScenario {
  readonly interactions?: unknown;
  readonly checks?: unknown;
}

/** Counts the calls for one attempt at a scenario. Browsers load this file: no zod here. */
export function countScenarioCalls({ interactions, checks }: PostedScenario): ScenarioCalls {
  const all: readonly unknown[] = Array.isArray(interactions) ? interactions : [];
  const turns = all.filter(isObject);
  const judged = turns.filter((turn) => hasJudgedCheck(turn['checks'])).length;
  return {
    turns: all.length,
    references: turns.filter(({ reference_reply: reference }) => isText(reference)).length,
    checks: judged + Number(hasJudgedCheck(checks)),
  };
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

export interface RunCalls {
  /** Calls to the endpoint. */
  readonly endpoint: number;
  /** Calls to all judges: at least, and at most, because judgements that disagree lead to more of them. */
  readonly judges: { readonly least: number; readonly most: number };
}

/** If three comparisons with a reference disagree, two more are requested. Checks are not asked about again. */
const MAX_SAMPLES = 5;

/** Counts the calls of a run if every request is answered. Retries, annotations and probes of judges are not counted. */
export function countRunCalls(scenarios: readonly ScenarioCalls[], run: PlayedRun): RunCalls {
  const { attempts, models, judge, scorers } = run;
  const sum = (count: (one: ScenarioCalls) => number): number =>
    scenarios.reduce((total, one) => total + count(one), 0) * attempts * models;
  const judges = judge === false ? 0 : run.judges;
  const references = isReferenceJudged(scorers) ? sum((one) => one.references) * judges : 0;
  const checks = sum((one) => one.checks) * judges;
  const samples = isObject(judge) && judge['samples'] === 3 ? 3 : 1;
  return {
    endpoint: sum(({ turns }) => turns),
    judges: {
      least: (references + checks) * samples,
      most: references * (samples === 1 ? 1 : MAX_SAMPLES) + checks * samples,
    },
  };
}

/** Only these scores need the comparison with the reference; all are computed by default. */
const REFERENCE_SCORERS: ReadonlySet<unknown> = new Set(['judge', 'reply', 'overall']);

function isReferenceJudged(scorers: unknown): boolean {
  return !Array.isArray(scorers) || scorers.some((name) => REFERENCE_SCORERS.has(name));
}
