import type { ExitCode } from '../command/exit-code.ts';

/** One finding of `fairtrial doctor`. */
export type Diagnosis =
  | { readonly state: 'ok' | 'hint'; readonly text: string }
  | { readonly state: 'problem'; readonly text: string; readonly exitCode: ExitCode }
  /** Lines that are already laid out and sanitized, such as a request and its response. */
  | { readonly state: 'shown'; readonly text: string };

export function ok(text: string): Diagnosis {
  return { state: 'ok', text };
}

/** For information; nothing is broken. */
export function hint(text: string): Diagnosis {
  return { state: 'hint', text };
}

/** The first problem decides the exit code of `fairtrial doctor`. */
export function problem(exitCode: ExitCode, text: string): Diagnosis {
  return { state: 'problem', text, exitCode };
}
