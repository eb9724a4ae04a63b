import type { ReactNode } from 'react';
import { Field, INPUT } from '../../../ui/field.tsx';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly fault?: string | undefined;
}

interface CodeFieldProps extends FieldProps {
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (value: string) => void;
}

/** A field for a path or a JSON Pointer. */
export function CodeField({ value, placeholder, onChange, ...field }: CodeFieldProps): ReactNode {
  return (
    <Field {...field}>
      {(ids) => (
        <input
          {...ids}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          placeholder={placeholder}
          spellCheck={false}
          className={`${INPUT} font-mono text-[13px]`}
        />
      )}
    </Field>
  );
}
