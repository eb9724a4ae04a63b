import type { AttackRequest } from './request.ts';
import type { Answer } from './send.ts';
import type { Environment } from './open-environment.ts';

/** What must hold of an answer. A 5xx is a breach unless it stands here. */
export interface Expectation {
  readonly status: readonly number[];
  /** How many bytes the answer may have. */
  readonly maxBytes?: number;
  /** How long the answer may take by the clock, where waiting would show that the attack works. */
  readonly maxMs?: number;
  /** Texts that must not be in the answer. */
  readonly without?: readonly string[];
  /** Anything else: says what is wrong, or nothing. */
  readonly check?: (answer: Answer) => string | undefined;
}

/** One request and what must come of it. */
export interface RequestAttack {
  readonly name: string;
  readonly request: AttackRequest;
  readonly expect: Expectation;
}

/** An attack of several steps: says what is wrong, or nothing. */
export interface ScriptedAttack {
  readonly name: string;
  readonly play: (environment: Environment) => Promise<string | undefined>;
}

export type Attack = RequestAttack | ScriptedAttack;

/** Attacks of one kind. A file of tests/security/attacks exports one. */
export interface AttackClass {
  readonly title: string;
  readonly attacks: (environment: Environment) => Promise<readonly Attack[]> | readonly Attack[];
}

/** The statuses with which a request may be refused. */
export const REFUSED: readonly number[] = [
  400, 401, 403, 404, 405, 409, 413, 415, 421, 422, 429, 431,
];
/** Answers that are right to a request which may or may not make sense. */
export const NO_FAILURE: readonly number[] = [200, 202, 204, 304, ...REFUSED];
