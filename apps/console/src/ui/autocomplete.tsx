import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { useState, type ReactNode } from 'react';
import { INPUT } from './field.tsx';

export interface Suggestion {
  readonly value: string;
  /** A readable name for the value. */
  readonly label?: string | undefined;
}

interface AutocompleteProps {
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly suggestions: readonly Suggestion[];
  readonly placeholder?: string;
}

/** Also matches the label, because the value can be a UUID. */
function matches({ value, label = '' }: Suggestion, typed: string): boolean {
  return `${label} ${value}`.toLowerCase().includes(typed.trim().toLowerCase());
}

/** A text field with suggestions; any text is allowed. */
export function Autocomplete(props: AutocompleteProps): ReactNode {
  const { value, onChange, suggestions, label, placeholder, ...ids } = props;
  // After a suggestion is chosen, all others are listed again.
  const isChosen = suggestions.some((one) => one.value === value);
  const [isOpen, setOpen] = useState(false);
  // An open list hides the rest of the page from screen readers, so an empty one is not opened.
  const hasMatches = isChosen || suggestions.some((one) => matches(one, value));
  // Otherwise suggestions that arrive later would open a list that the reader has already left.
  const closeEmpty = (): void => setOpen((isWanted) => isWanted && hasMatches);
  return (
    <Base.Root
      items={suggestions}
      value={value}
      onValueChange={(next, { reason }) => {
        // Escape closes the list; it must not delete the text if there is no list.
        if (reason !== 'escape-key') onChange(next);
      }}
      open={isOpen && hasMatches}
      onOpenChange={setOpen}
      itemToStringValue={(one: Suggestion) => one.value}
      filter={isChosen ? null : matches}
      openOnInputClick
    >
      <Base.Input
        {...ids}
        aria-label={label}
        placeholder={placeholder}
        onBlur={closeEmpty}
        onKeyDown={({ key }) => {
          if (key === 'Escape') closeEmpty();
        }}
        spellCheck={false}
        className={INPUT}
      />
      <Base.Portal>
        <Base.Positioner className="z-40 outline-none" sideOffset={4}>
          <Base.Popup className="max-h-72 w-(--anchor-width) min-w-56 overflow-auto rounded-md border border-line bg-surface py-1 shadow-lg data-empty:hidden">
            <Base.List aria-label={label ?? 'Suggestions'}>
              {(one: Suggestion) => (
                <Base.Item
                  key={one.value}
                  value={one}
                  className="cursor-default px-3 py-1.5 data-highlighted:bg-raised"
                >
                  <span className="block truncate">{one.label ?? one.value}</span>
                  {one.label && (
                    <span className="block truncate text-xs text-dim">{one.value}</span>
                  )}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
