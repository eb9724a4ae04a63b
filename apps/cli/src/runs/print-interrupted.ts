import type { Context } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';

/** Whoever interrupts us stops watching, nothing else. */
export function printInterrupted({ terminal }: Context, runId: string, server: string): ExitCode {
  terminal.note('');
  terminal.note('Interrupted. The run goes on; follow it with');
  terminal.note(`  assay watch ${runId} --server ${server}`);
  return EXIT.interrupted;
}
