import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import type { ReactNode } from 'react';
import { INPUT } from './field.tsx';

export interface Command {
  readonly label: string;
  /** Also found by these words. Commands with the same label have different ones. */
  readonly keywords?: string;
  readonly hint?: string | undefined;
  /** Shown whatever is typed. */
  readonly alwaysShown?: boolean;
  readonly run: () => void;
}

interface CommandGroup {
  readonly value: string;
  readonly items: readonly Command[];
}

interface CommandListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly groups: readonly CommandGroup[];
  readonly onRun: (command: Command) => void;
}

function matches({ label, keywords = '', alwaysShown = false }: Command, typed: string): boolean {
  const text = `${label} ${keywords}`.toLowerCase();
  return alwaysShown || text.includes(typed.trim().toLowerCase());
}

/** A text field above the commands that match what is typed. Enter or a click runs one. */
export function CommandList(props: CommandListProps): ReactNode {
  const { label, placeholder, typed, onType, groups, onRun } = props;
  return (
    <Base.Root
      items={groups}
      value={typed}
      onValueChange={onType}
      filter={matches}
      autoHighlight="always"
      keepHighlight
      inline
      open
    >
      <Base.Input aria-label={label} placeholder={placeholder} className={`h-10! ${INPUT}`} />
      <Base.List aria-label={label} className="mt-2 h-80 overflow-auto">
        {(group: CommandGroup) => (
          <Base.Group key={group.value} items={group.items}>
            <Base.GroupLabel className="px-2 pt-2 pb-1 text-xs font-semibold text-dim">
              {group.value}
            </Base.GroupLabel>
            <Base.Collection>
              {(command: Command) => (
                <Base.Item
                  key={command.keywords ?? command.label}
                  value={command}
                  onClick={() => onRun(command)}
                  className="flex cursor-default justify-between gap-3 rounded-md px-2 py-1.5 data-highlighted:bg-raised"
                >
                  <span className="truncate">{command.label}</span>
                  {command.hint && <kbd className="font-mono text-xs text-dim">{command.hint}</kbd>}
                </Base.Item>
              )}
            </Base.Collection>
          </Base.Group>
        )}
      </Base.List>
    </Base.Root>
  );
}
