import type { ConversationHead } from '@fairtrial/contracts';
import { formatAgo, formatCount, formatWhen, NONE } from '@fairtrial/format';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CELL, HIDDEN_NAME, Table, TableRow, type Column } from '../../parts/table.tsx';

interface ConversationTableProps {
  readonly conversations: readonly ConversationHead[];
  /** The row that keys act on. */
  readonly row: number;
  readonly picked: ReadonlySet<string>;
  readonly onPick: (id: string) => void;
  readonly now: number;
}

const COLUMNS: readonly Column[] = [
  ['Chosen', HIDDEN_NAME],
  ['First message'],
  ['Model', 'max-md:hidden'],
  ['Tools', 'max-lg:hidden'],
  ['Turns'],
  ['Tokens', 'max-lg:hidden'],
  ['Service', 'max-xl:hidden'],
  ['Outcome', 'max-md:hidden'],
  ['When'],
];

/** Conversations to read or to choose. */
export function ConversationTable(props: ConversationTableProps): ReactNode {
  const { conversations, row, picked, onPick, now } = props;
  return (
    <Table caption="Conversations, newest first" columns={COLUMNS}>
      {conversations.map((conversation, at) => (
        <Row
          key={conversation.id}
          conversation={conversation}
          isCurrent={at === row}
          isPicked={picked.has(conversation.id)}
          onPick={() => onPick(conversation.id)}
          now={now}
        />
      ))}
    </Table>
  );
}

interface RowProps {
  readonly conversation: ConversationHead;
  readonly isCurrent: boolean;
  readonly isPicked: boolean;
  readonly onPick: () => void;
  readonly now: number;
}

function Row({ conversation, isCurrent, isPicked, onPick, now }: RowProps): ReactNode {
  const { id, preview, models, tools, turns, service, started_at: started } = conversation;
  const title = preview || id;
  return (
    <TableRow isCurrent={isCurrent} className={isPicked ? 'bg-accent/8' : ''}>
      <td className={`${CELL} w-4 pr-0`}>
        <input
          type="checkbox"
          checked={isPicked}
          onChange={onPick}
          aria-label={`Select ${title}, ${formatWhen(started)}`}
          className="block size-4 accent-(--accent)"
        />
      </td>
      <th scope="row" className={`${CELL} max-w-96 truncate text-left font-normal max-lg:max-w-44`}>
        <Link
          to="/console/conversations/$id"
          params={{ id }}
          title={title}
          className="font-medium hover:underline"
        >
          <bdi>{title}</bdi>
        </Link>
      </th>
      <td className={`${CELL} max-w-44 truncate max-md:hidden`} title={models.join(', ')}>
        {models.join(', ') || NONE}
      </td>
      <td className={`${CELL} max-w-44 truncate max-lg:hidden`} title={tools.join(', ')}>
        {tools.join(', ') || NONE}
      </td>
      <td className={CELL}>{formatCount(turns)}</td>
      <td className={`${CELL} max-lg:hidden`}>{formatTokens(conversation)}</td>
      <td className={`${CELL} max-w-44 truncate max-xl:hidden`}>{service || NONE}</td>
      <td className={`${CELL} whitespace-nowrap max-md:hidden`}>
        {conversation.failed ? <span className="text-bad">✗ failed</span> : NONE}
      </td>
      <td className={`${CELL} whitespace-nowrap text-dim`} title={formatWhen(started)}>
        {formatAgo(started, now)}
      </td>
    </TableRow>
  );
}

/** All tokens; – if the spans do not have them. */
export function formatTokens(conversation: ConversationHead): string {
  const { input_tokens: input, output_tokens: output } = conversation;
  return input === null && output === null ? NONE : formatCount((input ?? 0) + (output ?? 0));
}
