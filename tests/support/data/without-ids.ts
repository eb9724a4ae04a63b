import type { AgentResponseMessage } from '@fairtrial/contracts';

const CLOCK = /\d\d:\d\d:\d\d/;

/** Returns a message without the parts that differ every time: ids, durations, the time of day. */
export function withoutIds(message: AgentResponseMessage): object {
  return {
    ...message,
    id: '',
    content: message.content.replace(CLOCK, ''),
    response_metadata: { ...message.response_metadata, id: '' },
    tool_trace: message.tool_trace?.map((step) => ({
      ...step,
      id: '',
      latency_ms: 0,
      result: step.result.replace(CLOCK, ''),
    })),
  };
}
