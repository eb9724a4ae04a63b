import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useKeys } from '../keys/use-keys.ts';
import { Select, type Option } from '../ui/select.tsx';

interface FilterInputProps {
  readonly label: string;
  readonly placeholder: string;
  /** The filter in the URL. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

const DEBOUNCE_MS = 250;

/** A field that filters while the user types; `/` focuses it, Esc leaves it. */
export function FilterInput({ label, placeholder, value, onChange }: FilterInputProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState({ text: value, of: value });
  // The URL changed otherwise: by a chip, or by going back.
  if (typed.of !== value) setTyped({ text: value, of: value });
  useEffect(() => () => clearTimeout(timer.current), []);
  useKeys([{ keys: '/', label, run: () => input.current?.focus() }]);
  const apply = (text: string): void => {
    clearTimeout(timer.current);
    setTyped({ text, of: text.trim() });
    onChange(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') apply(typed.text);
    if (event.key === 'Escape') input.current?.blur();
  };
  return (
    <div className="relative min-w-40 flex-1">
      <Search size={15} aria-hidden className="absolute top-2.5 left-3 text-dim" />
      <input
        ref={input}
        type="text"
        spellCheck={false}
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        value={typed.text}
        onKeyDown={onKeyDown}
        onChange={({ target: { value: text } }) => {
          setTyped({ text, of: value });
          clearTimeout(timer.current);
          timer.current = setTimeout(() => apply(text), DEBOUNCE_MS);
        }}
        className="h-9 w-full rounded-md border border-line bg-surface pr-3 pl-9"
      />
    </div>
  );
}

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  /** The option that does not filter. */
  readonly any: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

/** Filters by one of several values. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>): ReactNode {
  const { label, any, options, value = '', onChange } = props;
  return (
    <Select<Value | ''>
      label={label}
      options={[{ value: '', label: any }, ...options]}
      value={value}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

/** The values as options, sorted, each of them once. */
export function listOptions(values: readonly (string | undefined)[]): readonly Option<string>[] {
  const known = [...new Set(values.filter((value) => value !== undefined))].toSorted();
  return known.map((value) => ({ value, label: value }));
}
