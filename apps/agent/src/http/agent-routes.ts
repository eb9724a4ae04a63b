import type { RunAgent } from '../loop/run-agent.ts';
import type { Replay } from './replay-answers.ts';

/** What the routes that run the agent need. */
export interface AgentRoutes {
  readonly runAgent: RunAgent;
  readonly replay: Replay;
}
