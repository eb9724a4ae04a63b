/** A problem in a batch, and the JSON Pointer of its place. */
export interface Finding {
  /** A batch with an error cannot be run; with a warning it can. */
  readonly level: 'error' | 'warning';
  readonly pointer: string;
  readonly text: string;
}

export type Report = (finding: Finding) => void;

/** A problem in a batch, and its line. */
export interface LineFinding {
  /** A batch with an error cannot be run; with a warning it can. */
  readonly level: 'error' | 'warning';
  readonly line: number;
  readonly text: string;
}

/** A scenario of a batch, perhaps not valid, and the turns of one attempt. */
export interface BatchScenario {
  readonly name: string;
  /** With a simulated user, the maximum. */
  readonly turns: number;
  readonly isSimulated: boolean;
}

/** A request without its target. Its scenarios are in `test_batch`, or in the stored dataset that it names. */
export interface BatchRequest {
  readonly test_batch?: unknown;
  readonly [field: string]: unknown;
}

export interface BatchReading {
  readonly findings: readonly LineFinding[];
  readonly scenarios: readonly BatchScenario[];
  /** `undefined` if the batch has an error. */
  readonly request: BatchRequest | undefined;
  /** The line of a value, by its JSON Pointer in the request. */
  readonly lineOf: (pointer: string) => number;
}
