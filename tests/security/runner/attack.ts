import type { AttackRequest } from './request.ts';
import type { Answer } from './send.ts';
import type { Environment } from './open-environment.ts';

/** Conditions that an answer must meet. A 5xx is a breach unless it is listed here. */
interface Expectation {
  readonly status: readonly number[];
  /** Maximum size of the answer. */
  readonly maxBytes?: number;
  /** Maximum wall time of the answer, for attacks that delay it if they succeed. */
  readonly maxMs?: number;
  /** Texts that must not be in the answer. */
  readonly without?: readonly string[];
  /** Any other condition: returns the fault, or `undefined`. */
  readonly check?: (answer: Answer) => string | undefined;
}

/** One request and its expected answer. */
export interface RequestAttack {
  readonly name: string;
  readonly request: AttackRequest;
  readonly expect: Expectation;
}

/** An attack of several steps: returns the fault, or `undefined`. */
export interface ScriptedAttack {
  readonly name: string;
  readonly play: (environment: Environment) => Promise<string | undefined>;
}

export type Attack = RequestAttack | ScriptedAttack;

/** Attacks of one kind. Each file of tests/security/attacks exports one. */
export interface AttackClass {
  readonly title: string;
  readonly attacks: (environment: Environment) => Promise<readonly Attack[]> | readonly Attack[];
}

/** Statuses with which a request may be refused. */
export const REFUSED: readonly number[] = [
  400, 401, 403, 404, 405, 409, 412, 413, 415, 421, 422, 429, 431,
];
/** Correct statuses for a request that may or may not be valid. */
export const NO_FAILURE: readonly number[] = [200, 202, 204, 304, ...REFUSED];
