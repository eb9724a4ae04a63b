import { useState, type ReactNode } from 'react';
import { INPUT, type FieldIds } from './field.tsx';

interface NumberInputProps extends FieldIds {
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A whole number from 1 to `max`. Other input is dropped when the field loses the focus. */
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
