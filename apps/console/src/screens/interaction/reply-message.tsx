import type { InteractionRow, RunId } from '@fairtrial/contracts';
import { formatStatus } from '@fairtrial/format';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { turnQuery } from '../../data/row-queries.ts';
import { TONE_CLASSES } from '../../parts/change.tsx';
import { Button } from '../../ui/button.tsx';
import { markAttempt, type PassRule } from './attempt-marks.ts';
import { turnElementId, type Side } from './checks/quotes.ts';
import {
  LongText,
  MarkedText,
  NO_QUOTES,
  type PlacedQuote,
} from '../../parts/conversation/reply-text.tsx';
import { Message } from '../../parts/conversation/message.tsx';

interface TurnButtonProps {
  readonly turn: number;
  readonly isCurrent: boolean;
  readonly onOpen: (turn: number) => void;
}

/** Opens a turn of the conversation. */
export function TurnButton({ turn, isCurrent, onOpen }: TurnButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onOpen(turn)}
      className="mb-1 min-h-6 rounded px-1 text-[13px] text-accent underline-offset-2 hover:underline aria-[current=true]:font-semibold aria-[current=true]:text-text"
    >
      Turn {turn + 1}
    </button>
  );
}

interface ReplyMessageProps {
  readonly name: string;
  readonly runId: RunId;
  readonly side: Side;
  readonly turn: number;
  /** `undefined` if the turn has not been played. */
  readonly row: InteractionRow | undefined;
  readonly rule: PassRule;
  /** What judges quote from this reply. */
  readonly quotes: readonly PlacedQuote[] | undefined;
}

/** The service truncates replies in lists to this many characters. */
const EXCERPT_LENGTH = 160;

/** A reply of the conversation: an excerpt, and the full text on demand or if a judge quotes it. */
export function ReplyMessage(props: ReplyMessageProps): ReactNode {
  const { name, runId, side, turn, row, rule, quotes = NO_QUOTES } = props;
  const elementId = turnElementId(side, turn);
  if (row === undefined) {
    return (
      <Message who={name} border="border-line" elementId={elementId}>
        <p className="text-dim">not played</p>
      </Message>
    );
  }
  const mark = markAttempt(row, rule);
  return (
    <Message
      who={name}
      border="border-line"
      elementId={elementId}
      mark={<span className={TONE_CLASSES[mark.tone]}>{formatStatus(mark)}</span>}
    >
      <ReplyExcerpt runId={runId} row={row} quotes={quotes} />
    </Message>
  );
}

interface ReplyExcerptProps {
  readonly runId: RunId;
  readonly row: InteractionRow;
  readonly quotes: readonly PlacedQuote[];
}

function ReplyExcerpt({ runId, row, quotes }: ReplyExcerptProps): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const isWhole = isAsked || quotes.length > 0;
  const { scenario, attempt, turn, excerpt } = row;
  const isCut = Array.from(excerpt).length >= EXCERPT_LENGTH;
  const whole = useQuery({
    ...turnQuery(useClient(), runId, { scenario, attempt, turn }),
    enabled: isWhole && isCut,
  });
  if (isWhole && whole.data && !whole.isPlaceholderData)
    return <LongText text={whole.data.agent_reply} quotes={quotes} />;
  return (
    <>
      <p className="text-[15px] leading-7 wrap-anywhere whitespace-pre-wrap">
        <MarkedText text={excerpt} quotes={quotes} />
        {isCut && '…'}
      </p>
      {whole.error && <p className="text-bad">The reply could not be loaded.</p>}
      {isCut && (quotes.length === 0 || whole.error) && (
        <Button
          aria-label={`Show all of the reply of turn ${turn + 1}`}
          className="mt-1 h-7! px-2! text-xs"
          onClick={() => {
            setAsked(true);
            if (whole.error) void whole.refetch();
          }}
        >
          Show all
        </Button>
      )}
    </>
  );
}
