import type { LabelItem, LabelTurn } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { ToolCalls } from '../../../parts/tool-calls.tsx';
import { Message, UserMessage } from '../../../parts/conversation/message.tsx';
import { LongText } from '../../../parts/conversation/reply-text.tsx';

/** The whole conversation of an attempt, with the reference replies. */
export function Conversation({ item }: { readonly item: LabelItem }): ReactNode {
  return (
    <ol aria-label="Conversation" className="grid gap-4">
      {item.conversation.map((turn) => (
        <li key={turn.turn} className="rounded-lg border border-line bg-surface p-3">
          <Turn turn={turn} />
        </li>
      ))}
      {item.truncated && (
        <li className="text-warn">! The conversation is too long and ends here early.</li>
      )}
    </ol>
  );
}

function Turn({ turn }: { readonly turn: LabelTurn }): ReactNode {
  const calls = turn.tool_calls ?? [];
  return (
    <>
      <UserMessage text={turn.user_message} />
      <Message who="Reply" border="border-line">
        <LongText text={turn.agent_reply} />
      </Message>
      {calls.length > 0 && (
        <Message who="Tools that were called" border="border-line">
          <ToolCalls calls={calls} />
        </Message>
      )}
      {turn.reference_reply !== '' && (
        <Message who="Reference reply" border="border-line border-dashed">
          <div className="text-dim">
            <LongText text={turn.reference_reply} />
          </div>
        </Message>
      )}
    </>
  );
}
