import { createContext, useContext, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';

/** Opens the tab with the JSON. */
export const OpenJsonContext = createContext<() => void>(() => undefined);

interface KeptValueProps {
  /** "Other fields". */
  readonly title: string;
  readonly value: unknown;
  readonly fault?: string | undefined;
}

/** A value that the form cannot change. It is saved as it is. */
export function KeptValue({ title, value, fault }: KeptValueProps): ReactNode {
  const openJson = useContext(OpenJsonContext);
  return (
    <div className="grid min-w-0 gap-1">
      <p className="text-[13px]">
        <span className="font-medium">{title}</span>{' '}
        <span className="text-dim">(saved as it is)</span>
      </p>
      <pre
        tabIndex={0}
        aria-label={title}
        className="max-h-48 overflow-auto rounded-md border border-line bg-raised px-3 py-2 font-mono text-[13px]"
      >
        {JSON.stringify(value, undefined, 2)}
      </pre>
      {fault !== undefined && <p className="text-[13px] wrap-anywhere text-bad">✗ {fault}</p>}
      <div>
        <Button className="h-7! px-2! text-xs" onClick={openJson}>
          Edit as JSON
        </Button>
      </div>
    </div>
  );
}
