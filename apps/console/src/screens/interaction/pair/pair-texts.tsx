import type { InteractionView } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Button } from '../../../ui/button.tsx';
import type { InteractionSearch, InteractionSearchChange } from '../interaction-search.ts';
import {
  DiffText,
  LongText,
  SideText,
  useWordDiff,
  type DiffState,
} from '../../../parts/conversation/reply-text.tsx';
import { RequestFailed, TooDifferent } from '../texts-card.tsx';
import { ViewButtons } from '../view-buttons.tsx';

interface PairTextsProps {
  readonly before: InteractionView;
  readonly after: InteractionView;
  readonly search: InteractionSearch;
  readonly onChange: (change: InteractionSearchChange) => void;
}

/** Both replies with their differences marked: between the two, or from the reference. */
export function PairTexts({ before, after, search, onChange }: PairTextsProps): ReactNode {
  const show = search.view ?? 'diff';
  const isAgainstReference = search.against === 'reference';
  const isFailed = before.error !== null || after.error !== null;
  const between = useWordDiff(before.agent_reply, after.agent_reply);
  const hasDiff = show === 'diff' && !isFailed && !isAgainstReference;
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center justify-between gap-2">
          Replies, side by side
          <span className="flex flex-wrap gap-x-4 gap-y-1">
            <AgainstButtons search={search} onChange={onChange} />
            <ViewButtons show={show} onShow={(view) => onChange({ view })} />
          </span>
        </span>
      }
    >
      {hasDiff && between.state === 'too-different' && <TooDifferent />}
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <ReplyColumn name="baseline" view={before} search={search} between={between} />
        <ReplyColumn name="candidate" view={after} search={search} between={between} />
      </div>
      {hasDiff && between.state === 'done' && <Legend diff={between} />}
    </Card>
  );
}

function Legend({ diff }: { readonly diff: Extract<DiffState, { state: 'done' }> }): ReactNode {
  const isSame = diff.parts.every(({ kind }) => kind === 'same');
  return (
    <p className="mt-2 text-[13px] text-dim">
      {isSame
        ? '✓ the two replies are the same, word for word'
        : 'struck: only in the reply of the baseline, underlined: only in that of the candidate'}
    </p>
  );
}

type AgainstButtonsProps = Pick<PairTextsProps, 'search' | 'onChange'>;

function AgainstButtons({ search, onChange }: AgainstButtonsProps): ReactNode {
  const options = [
    ['Each other', undefined],
    ['The reference', 'reference'],
  ] as const;
  return (
    <span role="group" aria-label="What the replies are compared with" className="flex gap-1">
      {options.map(([label, against]) => (
        <Button
          key={label}
          aria-pressed={search.against === against}
          onClick={() => onChange({ against })}
          className="h-7! px-2! text-xs"
        >
          {label}
        </Button>
      ))}
    </span>
  );
}

interface ReplyColumnProps {
  readonly name: 'baseline' | 'candidate';
  readonly view: InteractionView;
  readonly search: InteractionSearch;
  readonly between: DiffState;
}

function ReplyColumn(props: ReplyColumnProps): ReactNode {
  const { name, view } = props;
  const title = `Reply of the ${name}`;
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 flex items-center gap-2 text-[13px] font-semibold text-dim">
        {title}, attempt {view.attempt + 1}
        <CopyButton label={`Copy the reply of the ${name}`} text={view.agent_reply} />
      </h3>
      <ReplyColumnText {...props} />
    </section>
  );
}

function ReplyColumnText({ name, view, search, between }: ReplyColumnProps): ReactNode {
  const { agent_reply: reply, reference_reply: reference, error } = view;
  if (error) return <RequestFailed error={error} />;
  const isDiff = (search.view ?? 'diff') === 'diff';
  if (isDiff && search.against === 'reference' && reference !== '') {
    return <ReferenceDiff reference={reference} reply={reply} />;
  }
  if (isDiff && search.against === undefined && between.state === 'done') {
    return <SideText parts={between.parts} side={name === 'baseline' ? 'before' : 'after'} />;
  }
  return <LongText text={reply} isMarkdown={search.view === 'markdown'} />;
}

interface ReferenceDiffProps {
  readonly reference: string;
  readonly reply: string;
}

function ReferenceDiff({ reference, reply }: ReferenceDiffProps): ReactNode {
  const diff = useWordDiff(reference, reply);
  if (diff.state === 'done') return <DiffText parts={diff.parts} />;
  if (diff.state === 'waiting') return <LongText text={reply} />;
  return (
    <>
      <TooDifferent />
      <LongText text={reply} />
      <h4 className="mt-3 mb-1 text-[13px] font-semibold text-dim">Reference</h4>
      <LongText text={reference} />
    </>
  );
}
