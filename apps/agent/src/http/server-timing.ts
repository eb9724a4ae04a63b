import type { AgentAnswer } from '../loop/agent-event.ts';

/** Where the time went: the model, and the tools it called. */
export function serverTiming({ timing, steps }: AgentAnswer): string {
  const model = `model;dur=${Math.round(timing.modelMs)};desc="${timing.rounds} rounds"`;
  return steps.length === 0 ? model : `${model}, tools;dur=${timing.toolMs}`;
}
