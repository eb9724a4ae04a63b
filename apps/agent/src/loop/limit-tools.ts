import type { Tool } from '../tools/tool.ts';
import type { LoopLog } from './toolless-models.ts';

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
