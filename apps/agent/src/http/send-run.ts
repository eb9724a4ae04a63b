import { toHeaderText, type AppError } from '@fairtrial/contracts';
import {
  sendAnswerEvents,
  toAppError,
  type Reply,
  type Request,
  type ServerEvent,
} from '@fairtrial/server';
import type { AgentAnswer, AgentEvent } from '../loop/agent-event.ts';
import type { RouteModel } from '../loop/route-model.ts';
import type { AgentRun, RunAgent } from '../loop/run-agent.ts';
import type { Replay } from './replay-answers.ts';

export interface AgentRoutes {
  readonly runAgent: RunAgent;
  readonly routeModel: RouteModel;
  readonly replay: Replay;
  /** True if a provider may fetch this address. */
  readonly isPublicUrl: (url: string) => boolean;
}

/** What the caller of a route asks of the agent. */
export type AskedRun = Omit<AgentRun, 'route' | 'allowFallback' | 'signal'>;

/** How a route shows what the agent does. */
export interface Shape {
  /**
   * The events of the stream. `onModel` is called before the first with the requested name of the model that answers.
   */
  stream(
    events: AsyncIterable<AgentEvent>,
    onModel: (asked: string) => void,
  ): AsyncIterable<ServerEvent>;
  /** The last events of a stream that failed. */
  fail(error: AppError): readonly ServerEvent[];
  /** The whole answer; reads all events. */
  whole(
    events: AsyncIterable<AgentEvent>,
  ): Promise<{ readonly body: object; readonly answer: AgentAnswer }>;
}

interface Exchange {
  readonly request: Request;
  readonly reply: Reply;
}

/** Runs the agent and sends its answer, streamed or whole. */
export function sendRun(
  { runAgent, routeModel, replay }: AgentRoutes,
  { request, reply }: Exchange,
  {
    model,
    run,
    shape,
  }: { readonly model: string | undefined; readonly run: AskedRun; readonly shape: Shape },
): Promise<Reply> {
  const allowFallback = request.headers['x-model-fallback'] !== 'none';
  const start = (signal: AbortSignal): AsyncIterable<AgentEvent> =>
    runAgent({ ...run, route: routeModel(model), allowFallback, signal });
  if (!run.stream) {
    return replay({ request, reply }, async (signal) => {
      const { body, answer } = await shape.whole(start(signal));
      return { body, headers: answerHeaders(answer) };
    });
  }
  return sendAnswerEvents(reply, {
    source: (signal) => shape.stream(start(signal), (asked) => nameModel(reply, asked)),
    onFailure: (thrown) => {
      const error = toAppError(thrown);
      request.log.error({ err: thrown, code: error.code }, 'stream failed');
      return shape.fail(error);
    },
  });
}

/** Headers of a non-streamed answer: the model that answered, and the time spent in the model and in tools. */
function answerHeaders(answer: AgentAnswer): Readonly<Record<string, string>> {
  const { timing, steps } = answer;
  const model = `model;dur=${Math.round(timing.modelMs)};desc="${timing.rounds} rounds"`;
  const tools = steps.length === 0 ? '' : `, tools;dur=${timing.toolMs}`;
  return { 'server-timing': model + tools, 'x-model-used': modelHeader(answer.model) };
}

/** Sets `x-model-used` on a streamed answer, unless a heartbeat has already sent the headers. */
function nameModel(reply: Reply, asked: string): void {
  if (!reply.sent) reply.header('x-model-used', modelHeader(asked));
}

function modelHeader(model: string): string {
  return toHeaderText(model.replaceAll(/\p{Cc}/gu, ' '));
}
