import { toHeaderText } from '@fairtrial/contracts';
import type { Reply } from '@fairtrial/server';
import type { AgentAnswer } from '../loop/agent-event.ts';
import type { RouteModel } from '../loop/route-model.ts';
import type { RunAgent } from '../loop/run-agent.ts';
import type { Replay } from './replay-answers.ts';

export interface AgentRoutes {
  readonly runAgent: RunAgent;
  readonly routeModel: RouteModel;
  readonly replay: Replay;
}

export function allowsFallback(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['x-model-fallback'] !== 'none';
}

/** Headers of a non-streamed answer: the model that answered, and the time spent in the model and in tools. */
export function answerHeaders(answer: AgentAnswer): Readonly<Record<string, string>> {
  const { timing, steps } = answer;
  const model = `model;dur=${Math.round(timing.modelMs)};desc="${timing.rounds} rounds"`;
  const tools = steps.length === 0 ? '' : `, tools;dur=${timing.toolMs}`;
  return { 'server-timing': model + tools, 'x-model-used': modelHeader(answer.model) };
}

/** Sets `x-model-used` on a streamed answer, unless a heartbeat has already sent the headers. */
export function nameModel(reply: Reply, asked: string): void {
  if (!reply.sent) reply.header('x-model-used', modelHeader(asked));
}

function modelHeader(model: string): string {
  return toHeaderText(model.replaceAll(/\p{Cc}/gu, ' '));
}
