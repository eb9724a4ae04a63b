import { useId, type ReactNode } from 'react';

export const INPUT =
  'h-9 w-full min-w-0 rounded-md border border-line bg-bg px-3 disabled:opacity-60';

/** Attributes that link the control of a field with its label and hint. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value. Shown instead of the hint. */
  readonly fault?: string | undefined;
  readonly className?: string;
  readonly children: (ids: FieldIds) => ReactNode;
}

/** A label, its control, and a hint or a fault. */
export function Field({ label, hint, fault, className = '', children }: FieldProps): ReactNode {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={`grid min-w-0 content-start gap-1 ${className}`}>
      <label htmlFor={id} className="text-[13px] font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hint || fault ? hintId : undefined,
        'aria-invalid': fault ? true : undefined,
      })}
      {(hint || fault) && (
        <p id={hintId} className={`text-[13px] wrap-anywhere ${fault ? 'text-bad' : 'text-dim'}`}>
          {fault ? `✗ ${fault}` : hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  readonly className?: string;
}

/** A choice from a few options. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>): ReactNode {
  const { label, options, value, onChange, hint, fault, className = '' } = props;
  return (
    <Field {...{ label, hint, fault, className }}>
      {(ids) => (
        <select
          {...ids}
          value={value}
          className={INPUT}
          onChange={({ target }) => {
            const chosen = options.find(([option]) => option === target.value);
            if (chosen) onChange(chosen[0]);
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
