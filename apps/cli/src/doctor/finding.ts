import type { ExitCode } from '../command/exit-code.ts';

/** What a look at one thing says. */
export type Finding =
  | { readonly state: 'fine' | 'remark'; readonly text: string }
  | { readonly state: 'wrong'; readonly text: string; readonly exitCode: ExitCode };

export function fine(text: string): Finding {
  return { state: 'fine', text };
}

/** TurnScores knowing, but nothing is broken. */
export function remark(text: string): Finding {
  return { state: 'remark', text };
}

export function wrong(exitCode: ExitCode, text: string): Finding {
  return { state: 'wrong', text, exitCode };
}
