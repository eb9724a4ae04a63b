import type { CompletionToolCall } from '@assay/models';
import type { Tool } from '../tools/tool.ts';
import type { ToolStep } from './agent-event.ts';
import { traceTool } from './trace-tool.ts';

const MAX_RESULT_LENGTH = 16_000;
const TOOL_MS = 30_000;

/** Runs a tool for the model. Whatever goes wrong is told to the model, which may know better. */
export async function runTool(
  tools: readonly Tool[] | 'none left',
  call: CompletionToolCall,
  signal: AbortSignal,
): Promise<ToolStep> {
  const started = performance.now();
  const deadline = AbortSignal.timeout(TOOL_MS);
  const outcome = await attempt(tools, call, AbortSignal.any([signal, deadline])).then(
    (result) => ({ result: capped(result), failed: false }),
    (thrown: unknown) => {
      signal.throwIfAborted();
      const why = deadline.aborted ? `no answer within ${TOOL_MS / 1000} s` : messageOf(thrown);
      return { result: `Error: ${capped(why)}`, failed: true };
    },
  );
  return { ...call, ...outcome, ms: Math.round(performance.now() - started) };
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
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch (cause) {
    throw new Error(`the arguments are not valid JSON: ${text.slice(0, 200)}`, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('the arguments must be a JSON object');
  }
  return value as Record<string, unknown>;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'the tool failed';
}

function capped(text: string): string {
  return text.length <= MAX_RESULT_LENGTH ? text : `${text.slice(0, MAX_RESULT_LENGTH)} [cut]`;
}
