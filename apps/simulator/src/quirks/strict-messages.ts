import { refuse, type Quirk } from './quirk.ts';

const TOOL_CALL_ID = /^[a-zA-Z0-9]{9}$/;

/** Rejects a tool message that answers no call, a call without an answer, and ids in another format. */
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
    const malformed = [...open].find((id) => !TOOL_CALL_ID.test(id));
    if (malformed !== undefined)
      return refuse(400, `the id ${malformed} is not nine letters and digits`);
  }
  return { kind: 'answer', answer: good };
};

/** Rejects two user turns in a row, a user turn after a tool turn, and a name on an assistant turn. */
export const strictRoles: Quirk = ({ messages, good }) => {
  let before = '';
  for (const { role, name } of messages) {
    if (role === 'user' && (before === 'user' || before === 'tool')) {
      return refuse(400, `a user message may not follow a ${before} message`);
    }
    if (role === 'assistant' && name !== undefined) {
      return refuse(422, 'an assistant message may not have a name');
    }
    before = role;
  }
  return { kind: 'answer', answer: good };
};
