import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { PLAIN_BUTTON } from './button.tsx';
import { INPUT } from './field.tsx';
import { usePortalContainer } from './portal-container.ts';

export interface SearchOption {
  readonly value: string;
  readonly label: string;
}

interface SearchSelectProps {
  readonly label: string;
  readonly options: readonly SearchOption[];
  readonly value: string;
  /** Shown before the chosen option. */
  readonly prefix?: string;
  /** Called with the typed text, so that the caller can search for more options. */
  readonly onType: (text: string) => void;
  readonly onChange: (value: string) => void;
}

/** A select for many options: a button that opens a searchable list. */
export function SearchSelect(props: SearchSelectProps): ReactNode {
  const { label, options, value, prefix, onType, onChange } = props;
  const container = usePortalContainer();
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Base.Root
      items={options}
      value={chosen}
      onValueChange={(next: SearchOption | null) => next !== null && onChange(next.value)}
      onInputValueChange={onType}
      itemToStringLabel={(option: SearchOption) => option.label}
      isItemEqualToValue={(a: SearchOption, b: SearchOption) => a.value === b.value}
    >
      <Base.Trigger aria-label={label} className={`${PLAIN_BUTTON} max-w-full`}>
        <span className="truncate">
          {prefix}
          {chosen?.label}
        </span>
        <ChevronDown size={15} className="shrink-0" aria-hidden />
      </Base.Trigger>
      <Base.Portal container={container}>
        <Base.Positioner className="z-40" sideOffset={4} align="start">
          <Base.Popup
            aria-label={label}
            className="w-96 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-surface p-1 shadow-lg"
          >
            <Base.Input aria-label="Search" placeholder="Search" className={INPUT} />
            <Base.Empty className="px-3 text-dim not-empty:py-2">No matches.</Base.Empty>
            <Base.List aria-label={label} className="mt-1 max-h-72 overflow-auto">
              {(option: SearchOption) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  className="flex cursor-default items-center gap-2 rounded px-2 py-1.5 data-highlighted:bg-raised"
                >
                  <span className="w-4 shrink-0">
                    <Base.ItemIndicator>
                      <Check size={15} aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  <span className="wrap-anywhere">{option.label}</span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
