import type { ChatTool } from '@fairtrial/models';

export interface Tool extends ChatTool {
  /** Throws with a message that the model can act on. */
  run(args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>;
}

/** Returns the tools available now; those of MCP servers can change. */
export type Toolbox = () => readonly Tool[];
