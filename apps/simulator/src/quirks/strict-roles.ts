import { refuse, type Quirk } from './quirk.ts';

/** Refuses two user turns in a row, a user turn after a tool's, and a name on the assistant's. */
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
