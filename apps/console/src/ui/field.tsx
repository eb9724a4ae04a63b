import { useId, type ReactNode } from 'react';

export const INPUT =
  'h-9 w-full min-w-0 rounded-md border border-line bg-bg px-3 disabled:opacity-60';

/** Attributes that link the control of a field with its label and hint. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly className?: string;
  readonly children: (ids: FieldIds) => ReactNode;
}

/** A label, its control, and a hint. */
export function Field({ label, hint, className = '', children }: FieldProps): ReactNode {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={`grid min-w-0 content-start gap-1 ${className}`}>
      <label htmlFor={id} className="text-[13px] font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': hint ? hintId : undefined })}
      {hint && (
        <p id={hintId} className="text-[13px] text-dim">
          {hint}
        </p>
      )}
    </div>
  );
}
