import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { PLAIN_BUTTON } from './button.tsx';
import { usePortalContainer } from './portal-container.ts';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  /** Shown before the chosen option. */
  readonly prefix?: string;
  readonly onChange: (value: Value) => void;
}

/** A select for a few options. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { label, options, value, prefix, onChange } = props;
  const container = usePortalContainer();
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next: Value | null) => next !== null && onChange(next)}
    >
      <Base.Trigger aria-label={label} className={`${PLAIN_BUTTON} max-w-full`}>
        <span className="truncate">
          {prefix}
          <Base.Value />
        </span>
        <Base.Icon>
          <ChevronDown size={15} aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal container={container}>
        <Base.Positioner className="z-40" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="max-h-80 max-w-md min-w-(--anchor-width) overflow-auto rounded-md border border-line bg-surface py-1 shadow-lg">
            <Base.List aria-label={label}>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="flex cursor-default items-center gap-2 px-3 py-1.5 data-highlighted:bg-raised"
                >
                  <span className="w-4">
                    <Base.ItemIndicator>
                      <Check size={15} aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText className="truncate">{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
