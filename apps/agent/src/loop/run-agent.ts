import { AppError } from '@fairtrial/contracts';
import {
  GEN_AI_ATTRIBUTES,
  NO_USAGE,
  type ChatTool,
  type Completion,
  type TokenUsage,
  type WireMessage,
} from '@fairtrial/models';
import type { Tool, Toolbox } from '../tools/tool.ts';
import type { AgentAnswer, AgentEvent, ToolStep } from './agent-event.ts';
import { askModel, type AskServices, type Question } from './ask-model.ts';
import { limitOutputTokens, type LimitTools } from './limit-request.ts';
import type { ModelRoute } from './route-model.ts';
import { runTool } from './run-tool.ts';
import { createSpokenText } from './spoken-text.ts';
import { toNextMessages, withCallIds } from './to-next-messages.ts';
import { toProviderAppError } from './to-provider-app-error.ts';
import { traceEvents } from './trace-events.ts';
import { addUsage, usageAttributes } from './usage.ts';

export interface AgentLimits {
  /** Maximum number of model calls; in the last one the agent offers no tools of its own. */
  readonly rounds: number;
  readonly toolCalls: number;
  readonly timeoutMs: number;
  /** Maximum output tokens per model call; `undefined` for no limit. */
  readonly outputTokens: number | undefined;
}

export interface AgentRun {
  readonly route: ModelRoute;
  /** True if the fallback model may answer if this one fails. */
  readonly allowFallback: boolean;
  readonly messages: readonly WireMessage[];
  /** Passed on to the provider, for example `temperature`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Tools that the caller runs: a call of one ends the run. */
  readonly callerTools: readonly ChatTool[];
  readonly stream: boolean;
  readonly signal: AbortSignal;
}

/** Throws synchronously if no provider is configured; the last event carries the answer. */
export type RunAgent = (run: AgentRun) => AsyncIterable<AgentEvent>;

interface AgentServices extends AskServices {
  readonly toolbox: Toolbox;
  readonly limitTools: LimitTools;
  readonly limits: AgentLimits;
}

/** The ReAct loop: calls the model and runs the tools it calls, until it answers. */
export function createAgentLoop(services: AgentServices): RunAgent {
  return (run) => {
    services.providerOf(run.route);
    return traceEvents(
      {
        name: 'invoke_agent',
        attributes: {
          [GEN_AI_ATTRIBUTES.operation]: 'invoke_agent',
          [GEN_AI_ATTRIBUTES.requestModel]: run.route.model,
        },
        attributesOf: (event) =>
          event.type === 'agent-finished' ? usageAttributes(event.answer.usage) : undefined,
      },
      runLoop(services, run),
    );
  };
}

async function* runLoop(services: AgentServices, run: AgentRun): AsyncGenerator<AgentEvent> {
  const { limits } = services;
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = AbortSignal.any([run.signal, timeout]);
  const tools = ownTools(services, run);
  const steps: ToolStep[] = [];
  const said = createSpokenText();
  let usage: TokenUsage = NO_USAGE;
  let modelMs = 0;
  let question: Question = {
    ...run,
    parameters: limitOutputTokens(run.parameters, limits.outputTokens),
    signal,
    said,
    tools: [...tools, ...run.callerTools],
  };
  try {
    for (let round = 1; ; round += 1) {
      const isLast = round === limits.rounds || steps.length >= limits.toolCalls;
      if (isLast) question = { ...question, tools: run.callerTools };
      const asked = performance.now();
      const reply = yield* askModel(services, question);
      modelMs += performance.now() - asked;
      const completion = withCallIds(reply.completion);
      usage = addUsage(usage, completion.usage);
      const calls = completion.choices[0].message.tool_calls;
      if (isLast || !canRunHere(calls, { tools, callerTools: run.callerTools })) {
        const last = keepCallerCalls(completion, run.callerTools);
        const totals = { usage, steps, modelMs, round };
        const answer = toAnswer({ ...reply, completion: last }, totals);
        yield { type: 'agent-finished', answer: { ...answer, spoken: said.complete(last) } };
        return;
      }
      said.endRound();
      for (const { id, name, arguments: args } of calls) {
        yield { type: 'tool-called', id, name, arguments: args };
      }
      const left = limits.toolCalls - steps.length;
      const made = await Promise.all(
        calls.map((call, at) => runTool(at < left ? tools : 'none left', call, signal)),
      );
      for (const step of made) yield { type: 'tool-answered', step };
      steps.push(...made);
      const messages = [...question.messages, ...toNextMessages(completion, made)];
      const parameters = releaseToolChoice(question.parameters);
      question = { ...question, route: reply.route, tools: reply.tools, parameters, messages };
    }
  } catch (thrown) {
    if (timeout.aborted && !run.signal.aborted) {
      const detail = `the agent did not answer within ${limits.timeoutMs / 1000} s`;
      throw new AppError('provider_timeout', detail, { cause: thrown });
    }
    throw toProviderAppError(thrown);
  }
}

/** Tool names are unique: a caller's tool replaces the agent's tool of the same name. */
function ownTools({ toolbox, limitTools }: AgentServices, run: AgentRun): readonly Tool[] {
  const theirs = new Set(run.callerTools.map(({ name }) => name));
  const own = toolbox().filter(({ name }) => !theirs.has(name));
  return limitTools(own, run.callerTools.length);
}

/**
 * Parameters of the rounds after the first. A `tool_choice` that demands a call has been satisfied by then; if it were
 * sent again, the model could never answer.
 */
function releaseToolChoice(parameters: AgentRun['parameters']): AgentRun['parameters'] {
  const { tool_choice: choice, ...others } = parameters;
  if (choice === 'required' || choice === 'any') return others;
  if (typeof choice !== 'object' || choice === null) return parameters;
  const allowed: unknown = Reflect.get(choice, 'allowed_tools');
  if (typeof allowed !== 'object' || allowed === null) return others;
  return { ...others, tool_choice: { ...choice, allowed_tools: { ...allowed, mode: 'auto' } } };
}

interface Totals {
  readonly usage: TokenUsage;
  readonly steps: readonly ToolStep[];
  readonly modelMs: number;
  readonly round: number;
}

function toAnswer(
  { completion, route }: { readonly completion: Completion; readonly route: ModelRoute },
  { usage, steps, modelMs, round: rounds }: Totals,
): Omit<AgentAnswer, 'spoken'> {
  const toolMs = steps.reduce((sum, step) => sum + step.ms, 0);
  const timing = { modelMs, toolMs, rounds };
  return { completion, model: route.model, usage, steps, timing };
}

/** If the caller provided tools, drops calls of all other tools from the answer. */
function keepCallerCalls(completion: Completion, callerTools: readonly ChatTool[]): Completion {
  const [choice] = completion.choices;
  if (callerTools.length === 0 || choice.message.tool_calls.length === 0) return completion;
  const tool_calls = choice.message.tool_calls.filter(({ name }) =>
    callerTools.some((tool) => tool.name === name),
  );
  const finish_reason = tool_calls.length > 0 ? 'tool_calls' : choice.finish_reason;
  return {
    ...completion,
    choices: [{ ...choice, finish_reason, message: { ...choice.message, tool_calls } }],
  };
}

/** True if the agent runs the calls itself; false if it has no tools, or if one call is for a caller's tool. */
function canRunHere(
  calls: Completion['choices'][0]['message']['tool_calls'],
  {
    tools,
    callerTools,
  }: { readonly tools: readonly Tool[]; readonly callerTools: readonly ChatTool[] },
): boolean {
  if (calls.length === 0 || tools.length === 0) return false;
  return !calls.some(({ name }) => callerTools.some((tool) => tool.name === name));
}

export async function lastAnswer(events: AsyncIterable<AgentEvent>): Promise<AgentAnswer> {
  for await (const event of events) {
    if (event.type === 'agent-finished') return event.answer;
  }
  throw new AppError('internal', 'the agent ended without an answer');
}

/**
 * Prepends the operator's prompt to the messages of every caller. The caller's own system message is appended to the
 * same message, because many chat templates accept only one system message, and only as the first message.
 */
export function addSystemPrompt(prompt: string | undefined, run: RunAgent): RunAgent {
  if (prompt === undefined) return run;
  return (asked) => run({ ...asked, messages: withPrompt(prompt, asked.messages) });
}

function withPrompt(prompt: string, messages: readonly WireMessage[]): readonly WireMessage[] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system' && first?.role !== 'developer') {
    return [{ role: 'system', content: prompt }, ...messages];
  }
  const { content } = first;
  const joined = Array.isArray(content)
    ? [{ type: 'text', text: prompt }, ...(content as readonly unknown[])]
    : [prompt, content].filter(Boolean).join('\n\n');
  return [{ ...first, content: joined }, ...rest];
}
