import type { LabelItem, LabelTurn } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Message, UserMessage } from '../../interaction/messages.tsx';
import { LongText } from '../../interaction/reply-text.tsx';

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
  return (
    <>
      <UserMessage text={turn.user_message} />
      <Message who="Reply" border="border-line">
        <LongText text={turn.agent_reply} />
      </Message>
      <ToolCalls calls={turn.tool_calls ?? []} />
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

function ToolCalls({ calls }: { readonly calls: readonly ToolCall[] }): ReactNode {
  if (calls.length === 0) return null;
  return (
    <Message who="Tools that were called" border="border-line">
      <ol className="grid gap-1 font-mono text-[13px]">
        {calls.map((call, at) => (
          <li key={at} className="wrap-anywhere">
            {call.name}({formatArguments(call.arguments)})
          </li>
        ))}
      </ol>
    </Message>
  );
}

type ToolCall = NonNullable<LabelTurn['tool_calls']>[number];

function formatArguments(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
