import type { InteractionView, RunId } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import {
  DiffText,
  LongText,
  useWordDiff,
  type PlacedQuote,
  type DiffState,
} from '../../parts/conversation/reply-text.tsx';
import { Findings } from './findings.tsx';
import type { TextView } from './interaction-search.ts';
import { ViewButtons } from './view-buttons.tsx';

interface TextsCardProps {
  readonly runId: RunId;
  readonly view: InteractionView;
  readonly show: TextView;
  readonly onShow: (view: TextView) => void;
  /** What judges quote from this reply. */
  readonly quotes: readonly PlacedQuote[] | undefined;
  /** Opens a turn that is not on the page. */
  readonly onOpen: (turn: number) => void;
}

/** The reply and the reference, and the findings about the reply. */
export function TextsCard(props: TextsCardProps): ReactNode {
  const { runId, view, show, onShow, quotes, onOpen } = props;
  const diff = useWordDiff(view.reference_reply, view.agent_reply);
  // The parts below are rendered after the diff, because it changes the height of the text.
  const hasDiff = show === 'diff' && view.reference_reply !== '' && !view.error;
  const isWaiting = hasDiff && diff.state === 'waiting';
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center justify-between gap-2">
          Reference and reply, attempt {view.attempt + 1}
          <ViewButtons show={show} onShow={onShow} />
        </span>
      }
    >
      <Texts view={view} show={show} diff={diff} quotes={quotes} />
      {!isWaiting && <Findings runId={runId} view={view} side="reply" onOpen={onOpen} />}
    </Card>
  );
}

interface TextsProps extends Pick<TextsCardProps, 'view' | 'show' | 'quotes'> {
  readonly diff: DiffState;
}

function Texts({ view, show, diff, quotes }: TextsProps): ReactNode {
  const { agent_reply: reply, reference_reply: reference, error } = view;
  const isMarkdown = show === 'markdown';
  if (error) return <RequestFailed error={error} />;
  const replyColumn = (
    <TextColumn name="Reply" text={reply} isMarkdown={isMarkdown} quotes={quotes} />
  );
  if (reference === '') return replyColumn;
  if (show === 'diff' && diff.state === 'waiting') return <LongText text={reply} />;
  if (show === 'diff' && diff.state === 'done') return <DiffText parts={diff.parts} />;
  return (
    <>
      {show === 'diff' && <TooDifferent />}
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <TextColumn name="Reference" text={reference} isMarkdown={isMarkdown} />
        {replyColumn}
      </div>
    </>
  );
}

export function TooDifferent(): ReactNode {
  return (
    <p className="mb-2 text-[13px] text-dim">
      The texts are too different to be compared word by word.
    </p>
  );
}

interface TextColumnProps {
  readonly name: string;
  readonly text: string;
  readonly isMarkdown: boolean;
  readonly quotes?: readonly PlacedQuote[] | undefined;
}

function TextColumn({ name, text, isMarkdown, quotes }: TextColumnProps): ReactNode {
  return (
    <section aria-label={name} className="min-w-0">
      <h3 className="mb-1 flex items-center gap-2 text-[13px] font-semibold text-dim">
        {name}
        <CopyButton label={`Copy the ${name.toLowerCase()}`} text={text} />
      </h3>
      <LongText text={text} isMarkdown={isMarkdown} quotes={quotes} />
    </section>
  );
}

/** Shows the error of a turn without a reply. */
export function RequestFailed({
  error,
}: {
  readonly error: NonNullable<InteractionView['error']>;
}): ReactNode {
  return (
    <div className="rounded-md bg-warn-soft p-3">
      <p className="font-semibold text-warn">
        ! The request failed: {error.kind}
        {error.status !== null && `, HTTP ${error.status}`}
      </p>
      <p className="mt-1 wrap-anywhere">{error.message}</p>
      <p className="mt-1 text-dim">Tries: {error.tries}</p>
    </div>
  );
}
