import { useState, type ReactNode } from 'react';
import { INPUT, type FieldIds } from './field.tsx';

interface NumberInputProps extends FieldIds {
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** A whole number from 1. What is typed on the way to one may be anything; what is left there is one. */
export function NumberInput({ value, most, onChange, ...ids }: NumberInputProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...ids}
      type="number"
      inputMode="numeric"
      min={1}
      max={most}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = Number(target.value);
        if (Number.isInteger(number) && number >= 1) onChange(Math.min(number, most));
      }}
      onBlur={() => setTyped(undefined)}
      className={INPUT}
    />
  );
}
