import type { ReactNode } from 'react';

interface EmptyProps {
  /** One sentence. */
  readonly children: string;
  /** One button or link. */
  readonly action?: ReactNode;
  /** The CLI command that does the same. */
  readonly command?: string;
}

/** Placeholder for a list without entries. It says why it is empty and offers the next step. */
export function Empty({ children, action, command }: EmptyProps): ReactNode {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line px-6 py-14 text-center">
      <p className="text-base">{children}</p>
      {action}
      {command && (
        <p className="text-dim">
          or <code className="rounded bg-raised px-1.5 py-0.5 font-mono text-text">{command}</code>
        </p>
      )}
    </div>
  );
}
