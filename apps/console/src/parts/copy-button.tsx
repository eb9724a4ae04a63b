import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';

interface CopyButtonProps {
  /** Text for screen readers: "Copy the reply". */
  readonly label: string;
  readonly text: string;
}

/** Copies a text. Not rendered on pages served over plain HTTP by another machine: they have no clipboard. */
export function CopyButton({ label, text }: CopyButtonProps): ReactNode {
  const [copied, setCopied] = useState<string>();
  const { clipboard } = window.navigator as { readonly clipboard?: Clipboard };
  if (clipboard === undefined || text === '') return null;
  const copy = async (): Promise<void> => {
    try {
      await clipboard.writeText(text);
      setCopied(text);
    } catch {
      setCopied(undefined); // the browser denied it: the text can still be selected
    }
  };
  const isCopied = copied === text;
  return (
    <button
      type="button"
      aria-label={isCopied ? `${label}: copied` : label}
      title={isCopied ? 'Copied' : label}
      onClick={() => void copy()}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded text-dim hover:bg-raised hover:text-text"
    >
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </button>
  );
}
