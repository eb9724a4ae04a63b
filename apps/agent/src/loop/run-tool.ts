import { isTooDeep, parseJson } from '@fairtrial/contracts';
import { GEN_AI_ATTRIBUTES, isTracing, type CompletionToolCall } from '@fairtrial/models';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { Tool } from '../tools/tool.ts';
import type { ToolStep } from './agent-event.ts';

const MAX_RESULT_LENGTH = 16_000;
const TOOL_TIMEOUT_MS = 30_000;

/** Runs a tool for the model. A failure is returned to the model as the result, so that it can try something else. */
export async function runTool(
  tools: readonly Tool[] | 'none left',
  call: CompletionToolCall,
  signal: AbortSignal,
): Promise<ToolStep> {
  const started = performance.now();
  const deadline = AbortSignal.timeout(TOOL_TIMEOUT_MS);
  const outcome = await attempt(tools, call, AbortSignal.any([signal, deadline])).then(
    (result) => ({ result: capped(result), failed: false }),
    (thrown: unknown) => {
      signal.throwIfAborted();
      const why = deadline.aborted
        ? `no answer within ${TOOL_TIMEOUT_MS / 1000} s`
        : errorMessage(thrown);
      return { result: `Error: ${capped(why)}`, failed: true };
    },
  );
  const { id, name, arguments: args } = call;
  const ms = Math.round(performance.now() - started);
  return { id, name, arguments: args, ...outcome, ms };
}

async function attempt(
  tools: readonly Tool[] | 'none left',
  call: CompletionToolCall,
  signal: AbortSignal,
): Promise<string> {
  const { name, arguments: args } = call;
  if (tools === 'none left') throw new Error('no more tool calls are allowed; answer now');
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    const names = tools.map((one) => one.name).join(', ');
    throw new Error(`there is no tool '${name}'; the tools are: ${names}`);
  }
  return traceTool(call, async () => tool.run(readArguments(args), signal));
}

function readArguments(text: string): Readonly<Record<string, unknown>> {
  if (isTooDeep(text)) throw new Error('the arguments are nested too deep');
  const value = text.trim() === '' ? {} : parseJson(text);
  if (value === undefined) {
    throw new Error(`the arguments are not valid JSON: ${text.slice(0, 200)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('the arguments must be a JSON object');
  }
  return value as Record<string, unknown>;
}

function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'the tool failed';
}

function capped(text: string): string {
  return text.length <= MAX_RESULT_LENGTH ? text : `${text.slice(0, MAX_RESULT_LENGTH)} [cut]`;
}

const tracer = trace.getTracer('fairtrial');

/** Traces a tool call in one span, without arguments and result. */
function traceTool<T>({ id, name }: CompletionToolCall, run: () => Promise<T>): Promise<T> {
  if (!isTracing()) return run();
  const attributes = {
    [GEN_AI_ATTRIBUTES.operation]: 'execute_tool',
    [GEN_AI_ATTRIBUTES.toolName]: name,
    [GEN_AI_ATTRIBUTES.toolCallId]: id,
  };
  return tracer.startActiveSpan(`execute_tool ${name}`, { attributes }, async (span) => {
    try {
      return await run();
    } catch (thrown) {
      span.setAttribute('error.type', thrown instanceof Error ? thrown.name : '_OTHER');
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw thrown;
    } finally {
      span.end();
    }
  });
}
