import type { InteractionRow } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatScore } from '../../format/numbers.ts';
import { Card } from '../../parts/card.tsx';
import { windowOf } from './window-of.ts';

interface TranscriptProps {
  /** What the user says, turn by turn. */
  readonly messages: readonly string[];
  /** What came back in this attempt. */
  readonly said: readonly InteractionRow[];
  readonly current: number;
  readonly passThreshold: number | undefined;
  readonly onOpen: (turn: number) => void;
}

/** How much of a reply the service gives in a list. */
const EXCERPT = 160;

/** The conversation around the turn that is looked at. */
export function Transcript({
  messages,
  said,
  current,
  passThreshold,
  onOpen,
}: TranscriptProps): ReactNode {
  const [from, to] = windowOf(messages.length, current);
  const replies = new Map(said.map((row) => [row.turn, row]));
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
                <Said border="border-accent" who="User">
                  {message}
                </Said>
                <Reply row={replies.get(turn)} passThreshold={passThreshold} />
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
  const [glyph, colour] = signOf(row, passThreshold);
  return (
    <Said border="border-line" who="Reply">
      {row.excerpt}
      {row.excerpt.length >= EXCERPT && '…'}{' '}
      <span className={`font-semibold whitespace-nowrap ${colour}`}>
        <span aria-hidden>{glyph} </span>
        {formatScore(row.overall, 2)}
      </span>
    </Said>
  );
}

/** Without a passThreshold nothing is good or bad. */
function signOf(
  { outcome, overall }: InteractionRow,
  passThreshold: number | undefined,
): readonly [glyph: string, colour: string] {
  if (outcome === 'endpoint_failed') return ['!', 'text-warn'];
  if (passThreshold === undefined || overall === null) return ['·', 'text-dim'];
  return overall < passThreshold ? ['✕', 'text-bad'] : ['●', 'text-ok'];
}

interface SaidProps {
  readonly border: string;
  readonly who: string;
  readonly children: ReactNode;
}

function Said({ border, who, children }: SaidProps): ReactNode {
  return (
    <span className={`block border-l-2 ${border} py-1 pl-3 wrap-anywhere whitespace-pre-wrap`}>
      <span className="sr-only">{who}: </span>
      {children}
    </span>
  );
}
