import { formatCount } from '@fairtrial/format';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { LabelQueue, QueueQuery } from '../../../data/label-queries.ts';
import { useKeys } from '../../../keys/use-keys.ts';
import { Empty } from '../../../parts/empty.tsx';
import { Field } from '../../../ui/field.tsx';
import { Conversation } from './conversation.tsx';
import { Decisions, KEYS, listTargets } from './decisions.tsx';
import { JudgeVerdict } from './judge-verdict.tsx';
import { KeyBar } from './key-bar.tsx';
import { countLabelled, findLabel } from './queue-items.ts';
import { useQueue, type QueueState } from './use-queue.ts';

interface QueueProps {
  readonly query: QueueQuery;
  readonly queue: LabelQueue;
  readonly onAgreement: () => void;
}

/** One conversation at a time, labelled with the keyboard. */
export function Queue({ query, queue, onAgreement }: QueueProps): ReactNode {
  const state = useQueue(query, queue);
  if (state === undefined) return <Empty>The run has no finished attempts to label.</Empty>;
  return <CurrentItem {...{ state, queue, onAgreement }} />;
}

interface CurrentItemProps extends Pick<QueueProps, 'queue' | 'onAgreement'> {
  readonly state: QueueState;
}

function CurrentItem({ state, queue: { items }, onAgreement }: CurrentItemProps): ReactNode {
  const { at, item, target, saved } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const labelled = countLabelled(items);
  const bindings = [
    { keys: 'p', label: 'Pass', run: () => state.label(true) },
    { keys: 'f', label: 'Fail', run: () => state.label(false) },
    { keys: 'u', label: 'Undo', run: state.undo },
    { keys: 'k', label: 'Previous', run: () => state.move('previous') },
    { keys: 'j', label: 'Next', run: () => state.move('next') },
    { keys: 'n', label: 'Note', run: () => note.current?.focus() },
    ...(labelled > 0 ? [{ keys: 'a', label: 'Agreement', run: onAgreement }] : []),
  ];
  useKeys([
    ...bindings,
    ...listTargets(item)
      .slice(0, KEYS.length)
      .map(({ id, text }, no) => ({
        keys: KEYS[no] ?? '',
        label: `Decide: ${text}`,
        run: () => state.choose(id),
      })),
  ]);
  return (
    <>
      <Progress state={state} labelled={labelled} total={items.length} />
      <Heading key={at} heading={heading}>
        Conversation {formatCount(at + 1)}: {item.scenario_name}
      </Heading>
      {item.description !== '' && <p className="mb-2 text-dim">{item.description}</p>}
      <div className="mb-4 grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-4 max-lg:grid-cols-[minmax(0,1fr)]">
        <Conversation item={item} />
        <div className="grid gap-4">
          <Decisions item={item} target={target} onChoose={state.choose} />
          <Note state={state} area={note} onLeave={() => heading.current?.focus()} />
          {saved && <JudgeVerdict key={item.item} item={item} saved={saved} />}
        </div>
      </div>
      <KeyBar bindings={bindings} />
    </>
  );
}

interface HeadingProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly children: ReactNode;
}

/** Takes the focus, so that the next conversation is read from its start. */
function Heading({ heading, children }: HeadingProps): ReactNode {
  useEffect(() => heading.current?.focus(), [heading]);
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      className="mb-1 text-lg font-semibold wrap-anywhere outline-none"
    >
      {children}
    </h2>
  );
}

interface ProgressProps {
  readonly state: QueueState;
  readonly labelled: number;
  readonly total: number;
}

function Progress({ state, labelled, total }: ProgressProps): ReactNode {
  return (
    <div className="mb-4 grid gap-1">
      <progress aria-label="Labelled" value={labelled} max={total} className="h-2 w-full" />
      <p role="status" className="min-h-5">
        <span className="font-semibold">
          {formatCount(labelled)} of {formatCount(total)}
        </span>{' '}
        labelled. {labelled === total && 'Press a to see the agreement with the judge. '}
        {state.message}
      </p>
      {state.error && (
        <p role="alert" className="wrap-anywhere text-bad">
          ✗ A label could not be saved: {state.error.message}
        </p>
      )}
    </div>
  );
}

interface NoteProps {
  readonly state: QueueState;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onLeave: () => void;
}

/** A note is stored with the next label; a stored note can only be read. */
function Note({ state: { item, target, note, setNote }, area, onLeave }: NoteProps): ReactNode {
  const label = findLabel(item, target);
  return (
    <Field label="Note" hint="Saved with the label. Esc leaves the field.">
      {(ids) => (
        <textarea
          {...ids}
          ref={area}
          rows={2}
          maxLength={1000}
          readOnly={label !== undefined}
          value={label ? (label.note ?? '') : note}
          onChange={({ target: typed }) => setNote(typed.value)}
          onKeyDown={({ key }) => key === 'Escape' && onLeave()}
          className="w-full rounded-md border border-line bg-bg px-3 py-2"
        />
      )}
    </Field>
  );
}
