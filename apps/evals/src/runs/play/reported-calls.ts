import type { ToolCall } from '@fairtrial/contracts';
import type { RunPlan } from '../../entities/run.ts';
import type { Turn } from '../../entities/turn.ts';

type WithCalls = Pick<Turn, 'toolCalls'>;

/** What decides if the endpoint was offered tools. */
type Offer = Pick<RunPlan, 'parameters' | 'protocol' | 'target'>;

/**
 * The tool calls of a turn; `undefined` if the endpoint does not report them. If the request offered tools, a response
 * without calls says that there were none.
 */
export function reportedCalls(
  { toolCalls }: WithCalls,
  plan: Offer,
): readonly ToolCall[] | undefined {
  return toolCalls ?? (offersTools(plan) ? [] : undefined);
}

/**
 * A template does not send parameters. With `target.tool_calls`, a response without a list there does not report its
 * calls, or the pointer is wrong.
 */
function offersTools({ parameters, protocol, target }: Offer): boolean {
  if (protocol === 'custom' || target?.tool_calls !== undefined) return false;
  const offered = [parameters['tools'], parameters['functions']];
  return offered.some((list) => Array.isArray(list) && list.length > 0);
}

/** The tool calls of a conversation; `undefined` if no turn reports any list. Other turns made no calls. */
function conversationCalls(turns: readonly WithCalls[]): readonly ToolCall[] | undefined {
  const lists = turns.flatMap(({ toolCalls }) => (toolCalls === undefined ? [] : [toolCalls]));
  return lists.length > 0 ? lists.flat() : undefined;
}

interface CheckedCalls {
  readonly toolCalls: readonly ToolCall[] | undefined;
  /** True if there were further calls. */
  readonly isCut: boolean;
}

type PlayedTurn = Pick<Turn, 'toolCalls' | 'flags'>;
/** The parts of a run's plan that decide if its calls are reported. */
type CallsPlan = Parameters<typeof reportedCalls>[1];

/** Calls of a conversation that are compared: as many as a reply can have. More would take seconds. */
const MAX_CALLS = 1000;

/** The tool calls of a turn, for its checks. */
export function callsOfTurn(turn: PlayedTurn, plan: CallsPlan): CheckedCalls {
  return { toolCalls: reportedCalls(turn, plan), isCut: turn.flags.includes('tool_calls_cut') };
}

/** The tool calls of all turns of an attempt, for the checks of its conversation. */
export function callsOfConversation(turns: readonly PlayedTurn[], plan: CallsPlan): CheckedCalls {
  const calls = turns.map((turn) => callsOfTurn(turn, plan));
  const all = conversationCalls(calls);
  return {
    toolCalls: all?.slice(0, MAX_CALLS),
    isCut: calls.some(({ isCut }) => isCut) || (all ?? []).length > MAX_CALLS,
  };
}
