import type { Tool } from '../tools/tool.ts';
import type { LoopLog } from './toolless-models.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Providers use one of these names for the limit. */
const LIMIT_NAMES = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * Limits the output tokens of one answer to the operator's maximum, or to the caller's limit if that is lower. Keeps
 * the parameter name that the caller used, because some providers reject a request with both names.
 */
export function limitOutputTokens(parameters: Parameters, max: number | undefined): Parameters {
  if (max === undefined) return parameters;
  const named = LIMIT_NAMES.filter((name) => (parameters[name] ?? null) !== null);
  const wanted = named.length === 0 ? (['max_tokens'] as const) : named;
  const caps = wanted.map((name) => [name, fits(parameters[name], max) ? parameters[name] : max]);
  return { ...parameters, ...Object.fromEntries(caps) };
}

/** False for values that are not a count: some providers read -1 as unlimited. */
function fits(count: unknown, max: number): boolean {
  return typeof count === 'number' && count >= 1 && count <= max;
}

/** Providers reject a request with more. */
const MAX_TOOLS = 128;

/** Returns the tools to offer in addition to `callerTools` tools of the caller. */
export type LimitTools = (tools: readonly Tool[], callerTools: number) => readonly Tool[];

/**
 * If there are too many tools, keeps the first ones: built-in tools, then those of the MCP servers in configured order.
 */
export function createToolLimit(log: LoopLog): LimitTools {
  let logged = '';
  return (tools, callerTools) => {
    const max = Math.max(0, MAX_TOOLS - callerTools);
    if (tools.length <= max) return tools;
    const names = tools.slice(max).map(({ name }) => name);
    const left = names.join(', ');
    if (left !== logged) {
      log.warn(
        { left_out: names },
        `there are ${tools.length + callerTools} tools and models take ${MAX_TOOLS}: the last ${names.length} are not offered; name fewer in MCP_SERVERS`,
      );
    }
    logged = left;
    return tools.slice(0, max);
  };
}
