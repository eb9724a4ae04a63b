import type { InteractionRow } from '@assay/contracts';
import { formatScore } from '@assay/format';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { visibleTurns } from './interaction-data.ts';

interface TranscriptProps {
  /** The user messages, turn by turn. */
  readonly messages: readonly string[];
  /** The turns of this attempt that have run. */
  readonly replies: readonly InteractionRow[];
  readonly current: number;
  readonly passThreshold: number | undefined;
  readonly onOpen: (turn: number) => void;
}

/** The service cuts replies in lists to this many characters. */
const EXCERPT_LENGTH = 160;

/** The conversation around the current turn. */
export function Transcript({
  messages,
  replies,
  current,
  passThreshold,
  onOpen,
}: TranscriptProps): ReactNode {
  const [from, to] = visibleTurns(messages.length, current);
  const repliesByTurn = new Map(replies.map((row) => [row.turn, row]));
  return (
    <Card
      title={to - from < messages.length ? `Transcript (turns ${from + 1} to ${to})` : 'Transcript'}
    >
      <ol className="grid gap-2">
        {messages.slice(from, to).map((message, at) => {
          const turn = from + at;
          return (
            <li key={turn}>
              <button
                type="button"
                aria-current={turn === current ? 'true' : undefined}
                onClick={() => onOpen(turn)}
                className="grid w-full gap-2 rounded-md text-left hover:bg-raised aria-[current=true]:bg-raised"
              >
                <Message border="border-accent" who="User">
                  {message}
                </Message>
                <Reply row={repliesByTurn.get(turn)} passThreshold={passThreshold} />
              </button>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

interface ReplyProps {
  readonly row: InteractionRow | undefined;
  readonly passThreshold: number | undefined;
}

function Reply({ row, passThreshold }: ReplyProps): ReactNode {
  if (row === undefined) return null;
  const [glyph, colour] = replyStyle(row, passThreshold);
  return (
    <Message border="border-line" who="Reply">
      {row.excerpt}
      {row.excerpt.length >= EXCERPT_LENGTH && '…'}{' '}
      <span className={`font-semibold whitespace-nowrap ${colour}`}>
        <span aria-hidden>{glyph} </span>
        {formatScore(row.overall, 2)}
      </span>
    </Message>
  );
}

/** Neutral if there is no pass threshold. */
function replyStyle(
  { outcome, overall }: InteractionRow,
  passThreshold: number | undefined,
): readonly [glyph: string, colour: string] {
  if (outcome === 'endpoint_failed') return ['!', 'text-warn'];
  if (passThreshold === undefined || overall === null) return ['·', 'text-dim'];
  return overall < passThreshold ? ['✗', 'text-bad'] : ['●', 'text-ok'];
}

interface MessageProps {
  readonly border: string;
  readonly who: string;
  readonly children: ReactNode;
}

function Message({ border, who, children }: MessageProps): ReactNode {
  return (
    <span className={`block border-l-2 ${border} py-1 pl-3 wrap-anywhere whitespace-pre-wrap`}>
      <span className="sr-only">{who}: </span>
      {children}
    </span>
  );
}
