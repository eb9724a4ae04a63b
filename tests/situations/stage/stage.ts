import type { ApiTarget } from '../../support/calls/run-api.ts';
import type { CommandOutput } from './command.ts';
import type { Plan } from './planned-endpoint.ts';
import type { Suite } from './suites.ts';

/** A run of a situation. */
export interface PlannedRun {
  readonly suite: Suite;
  readonly model: string;
  readonly attempts?: number;
  /** Flags of `fairtrial run`, e.g. `--gate`. */
  readonly flags?: readonly string[];
  /** Other fields of the request. */
  readonly more?: object;
}

/** A finished run, and everything that a command printed and wrote about it. */
export interface PlayedRun extends CommandOutput {
  readonly kind: 'run';
  readonly runId: string;
  /** The folder of `report.xml`, `report.md` and the HTML report. */
  readonly folder: string;
}

/** Two finished runs, and the output of `fairtrial compare` about them. */
export interface PlayedPair extends CommandOutput {
  readonly kind: 'pair';
  readonly baseline: string;
  readonly candidate: string;
}

/** The environment of one situation, with its own models and test name. */
export interface Stage {
  readonly api: ApiTarget;
  /** Adds a model; returns its id. */
  addModel(name: string, plan: Plan): string;
  /** Plays a run through the API; returns its id. */
  seed(planned: PlannedRun): Promise<string>;
  /** Plays a run with `fairtrial run`, which writes every report. */
  run(planned: PlannedRun, onStart?: (runId: string) => Promise<void>): Promise<PlayedRun>;
  /** Expects `fairtrial run` to fail with exit code 2; returns its output. */
  refuse(planned: PlannedRun): Promise<string>;
  /** Follows a run with `fairtrial watch`, which writes every report. */
  watch(runId: string): Promise<PlayedRun>;
  compare(baseline: string, candidate: string): Promise<PlayedPair>;
}
