import type { AgentAnswer } from '../loop/agent-event.ts';
import type { RunAgent } from '../loop/run-agent.ts';
import type { Replay } from './replay-answers.ts';

/** Dependencies of the routes that run the agent. */
export interface AgentRoutes {
  readonly runAgent: RunAgent;
  readonly replay: Replay;
}

/** A `Server-Timing` header: the time that the model took, and the tools it called. */
export function serverTiming({ timing, steps }: AgentAnswer): string {
  const model = `model;dur=${Math.round(timing.modelMs)};desc="${timing.rounds} rounds"`;
  return steps.length === 0 ? model : `${model}, tools;dur=${timing.toolMs}`;
}
