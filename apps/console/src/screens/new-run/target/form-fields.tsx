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

interface ChoiceProps<Value extends string> extends FieldProps {
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice from a few options. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): ReactNode {
  const { options, value, onChange, ...field } = props;
  return (
    <Field {...field}>
      {(ids) => (
        <select
          {...ids}
          className={INPUT}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find(([option]) => option === target.value);
            if (chosen !== undefined) onChange(chosen[0]);
          }}
        >
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
