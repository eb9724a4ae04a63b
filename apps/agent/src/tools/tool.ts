import type { ChatTool } from '@assay/models';

/** A tool of the agent. */
export interface Tool extends ChatTool {
  /** Throws with a message that the model can act on. */
  run(args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>;
}

/** The tools available now: those of tool servers come and go. */
export type Toolbox = () => readonly Tool[];
