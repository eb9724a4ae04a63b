import type { ChatTool } from '@assay/models';

/** Something the agent can do beside talking. */
export interface Tool extends ChatTool {
  /** Throws in words that the model can act on. */
  run(args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>;
}

/** The tools there are right now: those of other servers come and go. */
export type Toolbox = () => readonly Tool[];
