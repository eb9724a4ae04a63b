import { GripVertical } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { CheckList } from './checks/check-list.tsx';
import type { TurnFaults } from './form/scenario-faults.ts';
import {
  duplicateTurn,
  listKept,
  moveItem,
  newTurn,
  nextKey,
  type TurnForm,
} from './form/scenario-form.ts';
import { More } from './parts/more.tsx';
import { KeptValue } from './parts/kept-value.tsx';
import { RowList } from './parts/row-list.tsx';
import { AreaField } from './parts/text-fields.tsx';
import type { EditorState } from './use-editor.ts';

/** What gets the focus after a change of the list. */
interface Focus {
  readonly key: number;
  readonly part: 'textarea' | '[data-handle]';
}

/** The turns of the conversation. They are reordered by dragging, with arrow keys or by menu. */
export function TurnList({ editor }: { readonly editor: EditorState }): ReactNode {
  const { form, faults, edit } = editor;
  const { turns, user } = form;
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<Focus>();
  const [news, setNews] = useState('');
  useEffect(() => {
    if (focus === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-turn="${focus.key}"] ${focus.part}`)?.focus();
  }, [focus]);
  const addAfter = (at: number): void => {
    const turn = newTurn(nextKey(turns));
    edit({ turns: turns.toSpliced(at + 1, 0, turn) });
    setFocus({ key: turn.key, part: 'textarea' });
  };
  const move = (from: number, to: number): void => {
    const turn = turns[from];
    const moved = moveItem(turns, from, to);
    if (turn === undefined || moved === turns || from === to) return;
    edit({ turns: moved });
    setFocus({ key: turn.key, part: '[data-handle]' });
    setNews(`Turn ${from + 1} is now turn ${to + 1}.`);
  };
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        {news}
      </p>
      <ol ref={list} aria-label="Turns" className="grid gap-3 empty:hidden">
        {turns.map((turn, at) => (
          <TurnItem
            key={turn.key}
            turn={turn}
            at={at}
            isNeeded={turns.length === 1 && user === undefined}
            faults={faults.turns[at]}
            onChange={(next, field) =>
              edit({ turns: turns.with(at, next) }, field && `${turn.key} ${field}`)
            }
            onMove={(to) => move(at, to)}
            onAdd={() => addAfter(at)}
            onDuplicate={() => edit({ turns: duplicateTurn(turns, at) })}
            onRemove={() => edit({ turns: turns.toSpliced(at, 1) })}
            onDrop={(from) => move(from, at)}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => addAfter(turns.length - 1)}>Add turn</Button>
        {turns.length === 0 && (
          <p className="text-[13px] text-dim">
            No message is scripted: the simulated user writes all of them.
          </p>
        )}
      </div>
    </div>
  );
}

interface TurnItemProps {
  readonly turn: TurnForm;
  readonly at: number;
  /** True if it cannot be deleted: without it, the scenario has no message. */
  readonly isNeeded: boolean;
  readonly faults: TurnFaults | undefined;
  readonly onChange: (turn: TurnForm, field?: string) => void;
  readonly onMove: (to: number) => void;
  readonly onAdd: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
  /** With the position of the turn that was dragged here. */
  readonly onDrop: (from: number) => void;
}

/** The type of what is dragged: the position of a turn. */
const DRAGGED = 'application/x-fairtrial-turn';

function TurnItem(props: TurnItemProps): ReactNode {
  const { turn, at, onDrop } = props;
  const [isOver, setOver] = useState(false);
  return (
    <li
      data-turn={turn.key}
      aria-label={`Turn ${at + 1}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const from = event.dataTransfer.getData(DRAGGED);
        if (from !== '') onDrop(Number(from));
      }}
      className={`grid min-w-0 gap-3 rounded-lg border bg-surface p-3 ${isOver ? 'border-accent' : 'border-line'}`}
    >
      <TurnHead {...props} />
      <TurnFields {...props} />
    </li>
  );
}

/** The handle is not a button element, because Firefox does not drag those. */
function TurnHead(props: TurnItemProps): ReactNode {
  const { at, isNeeded, onMove, onAdd, onDuplicate, onRemove } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(at + step);
  };
  const onDragStart = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData(DRAGGED, String(at));
  };
  return (
    <div className="flex items-center gap-2">
      <span
        role="button"
        tabIndex={0}
        draggable
        data-handle
        aria-label={`Move turn ${at + 1}`}
        title="Drag, or press an arrow key"
        onDragStart={onDragStart}
        onKeyDown={onKeyDown}
        className="inline-flex size-7 cursor-grab! items-center justify-center rounded text-dim hover:bg-raised"
      >
        <GripVertical size={16} aria-hidden />
      </span>
      <h2 className="flex-1 font-semibold">Turn {at + 1}</h2>
      <Menu
        label={`Change turn ${at + 1}`}
        items={[
          { label: 'Add a turn below', run: onAdd },
          { label: 'Duplicate', run: onDuplicate },
          { label: 'Move up', run: () => onMove(at - 1) },
          { label: 'Move down', run: () => onMove(at + 1) },
          ...(isNeeded ? [] : [{ label: 'Delete', run: onRemove }]),
        ]}
      />
    </div>
  );
}

function TurnFields({ turn, faults, onChange, onAdd }: TurnItemProps): ReactNode {
  const kept = listKept(turn);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onAdd();
  };
  return (
    <>
      <AreaField
        label="User message"
        value={turn.message}
        hint="Ctrl+Enter adds the next turn."
        example="I lost my card. What do I do?"
        onKeyDown={onKeyDown}
        onChange={(message) => onChange({ ...turn, message }, 'message')}
      />
      <AreaField
        label="Reference reply"
        value={turn.reference}
        hint="One good answer. The reply is compared with it. Can be empty if there are checks."
        onChange={(reference) => onChange({ ...turn, reference }, 'reference')}
      />
      <CheckList
        title="Checks"
        hint="What this reply must do."
        scope="reply"
        checks={turn.checks}
        faults={faults?.checks ?? []}
        onChange={(checks, field) => onChange({ ...turn, checks }, field)}
      />
      <More title={moreTitle(turn)} needsAttention={(faults?.labels.size ?? 0) > 0}>
        <RowList
          what="label"
          title="Expected labels"
          hint="What the reply should be labelled with, for example intent: block_card."
          rows={turn.labels}
          faults={faults?.labels ?? new Map()}
          onChange={(labels, field) => onChange({ ...turn, labels }, field && `label ${field}`)}
        />
        {kept && <KeptValue title="Other fields" value={kept} />}
      </More>
    </>
  );
}

/** Names what is inside, so that a closed part hides nothing. */
function moreTitle({ labels }: TurnForm): string {
  const names = labels.map(({ name }) => name).filter((name) => name !== '');
  return names.length === 0 ? 'Labels' : `Labels (${names.join(', ')})`;
}
