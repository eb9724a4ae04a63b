import type { ReactNode } from 'react';
import { LongText } from './reply-text.tsx';

/** Longer messages are collapsed at first. */
const MAX_MESSAGE = 600;

export function UserMessage({ text }: { readonly text: string }): ReactNode {
  return (
    <Message who="User" border="border-accent">
      <LongText text={text} maxCharacters={MAX_MESSAGE} />
    </Message>
  );
}

interface MessageProps {
  readonly who: string;
  readonly border: string;
  /** Set if the message can be focused. */
  readonly elementId?: string;
  /** Next to the name. */
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

export function Message({ who, border, elementId, mark, children }: MessageProps): ReactNode {
  return (
    <div
      id={elementId}
      tabIndex={elementId === undefined ? undefined : -1}
      className={`mb-2 min-w-0 border-l-2 ${border} pl-3`}
    >
      <p className="flex flex-wrap gap-x-3 text-[13px]">
        <span className="font-semibold text-dim wrap-anywhere">{who}</span>
        {mark}
      </p>
      {children}
    </div>
  );
}
