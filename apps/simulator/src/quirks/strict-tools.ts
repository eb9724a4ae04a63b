import { refuse, type Quirk } from './quirk.ts';

const ID = /^[a-zA-Z0-9]{9}$/;

/** Refuses a tool message that answers no call, a call that nobody answers, and ids of another shape. */
export const strictTools: Quirk = ({ messages, good }) => {
  let open = new Set<string>();
  for (const { role, toolCalls, toolCallId } of messages) {
    if (role === 'tool') {
      if (toolCallId === undefined || !open.delete(toolCallId)) {
        return refuse(400, `a tool message answers no call (${toolCallId ?? 'no tool_call_id'})`);
      }
      continue;
    }
    if (open.size > 0) return refuse(400, 'a tool call was not answered');
    open = new Set(toolCalls?.map(({ id }) => id));
    const odd = [...open].find((id) => !ID.test(id));
    if (odd !== undefined) return refuse(400, `the id ${odd} is not nine letters and digits`);
  }
  return { kind: 'answer', answer: good };
};
