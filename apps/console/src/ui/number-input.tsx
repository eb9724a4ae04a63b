import { useState, type ReactNode } from 'react';
import { INPUT, type FieldIds } from './field.tsx';

interface NumberInputProps extends FieldIds {
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** An input for an integer from 1 to `max`. Invalid input is dropped on blur. */
export function NumberInput({ value, max, onChange, ...ids }: NumberInputProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...ids}
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = Number(target.value);
        if (Number.isInteger(number) && number >= 1) onChange(Math.min(number, max));
      }}
      onBlur={() => setTyped(undefined)}
      className={INPUT}
    />
  );
}
