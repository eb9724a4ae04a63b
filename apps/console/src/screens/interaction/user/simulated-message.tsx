import type { RunId, TurnPosition } from '@fairtrial/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { turnQuery } from '../../../data/row-queries.ts';
import { Message } from '../../../parts/conversation/message.tsx';
import { LongText } from '../../../parts/conversation/reply-text.tsx';
import type { MessageFaults } from './conversation-turns.ts';

interface SimulatedMessageProps {
  /** `undefined` if it is not loaded. */
  readonly text: string | undefined;
  readonly runId: RunId;
  readonly position: TurnPosition;
  readonly faults: MessageFaults | undefined;
}

const MAX_MESSAGE = 600;

/** A message that a simulated user wrote, with the faults that the judge found in it. */
export function SimulatedMessage(props: SimulatedMessageProps): ReactNode {
  const { text, runId, position, faults } = props;
  const whole = useQuery({
    ...turnQuery(useClient(), runId, position),
    enabled: text === undefined,
  });
  const loaded = whole.isPlaceholderData ? undefined : whole.data;
  const message = text ?? loaded?.user_message;
  return (
    <Message
      who="Simulated user"
      border="border-accent"
      mark={faults && <FaultMark labels={faults.labels} />}
    >
      {message === undefined ? (
        <p className="text-dim">{whole.error ? 'The message could not be loaded.' : 'Loading …'}</p>
      ) : (
        <LongText text={message} maxCharacters={MAX_MESSAGE} quotes={faults?.quotes} />
      )}
    </Message>
  );
}

function FaultMark({ labels }: Pick<MessageFaults, 'labels'>): ReactNode {
  return (
    <span className="font-semibold wrap-anywhere text-warn">
      <span aria-hidden>! </span>
      fault: {labels.join(', ')}
    </span>
  );
}
