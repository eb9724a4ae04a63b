import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Field, INPUT } from '../../../ui/field.tsx';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  /** An example, shown while the field is empty. */
  readonly example?: string;
  readonly className?: string;
  readonly isCode?: boolean;
  readonly isNumber?: boolean;
}

/** A line of text. */
export function TextField({ label, value, onChange, ...rest }: TextFieldProps): ReactNode {
  const { hint, fault, example, className = '', isCode = false, isNumber = false } = rest;
  return (
    <Field {...{ label, hint, fault, className }}>
      {(ids) => (
        <input
          {...ids}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          placeholder={example && `For example: ${example}`}
          inputMode={isNumber ? 'decimal' : undefined}
          spellCheck={!isCode}
          autoComplete="off"
          className={`${INPUT} ${isCode ? 'font-mono text-[13px]' : ''} aria-invalid:border-bad`}
        />
      )}
    </Field>
  );
}

interface AreaFieldProps extends Omit<TextFieldProps, 'isCode' | 'isNumber'> {
  readonly ref?: Ref<HTMLTextAreaElement>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** Text of several lines. It grows with its text. */
export function AreaField({ label, value, onChange, ...rest }: AreaFieldProps): ReactNode {
  const { hint, fault, example, className = '', ref, onKeyDown } = rest;
  return (
    <Field {...{ label, hint, fault, className }}>
      {(ids) => (
        <textarea
          {...ids}
          ref={ref}
          value={value}
          rows={2}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
          placeholder={example && `For example: ${example}`}
          className="field-sizing-content max-h-96 min-h-15 w-full resize-y rounded-md border border-line bg-bg px-3 py-2 aria-invalid:border-bad"
        />
      )}
    </Field>
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function Checkbox({ label, isChecked, onChange }: CheckboxProps): ReactNode {
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}
