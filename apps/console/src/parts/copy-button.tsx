import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';

interface CopyButtonProps {
  /** The text for screen readers: "Copy the reply". */
  readonly label: string;
  readonly text: string;
}

/** Copies a text. Pages that another machine serves over plain HTTP have no clipboard: there is no button then. */
export function CopyButton({ label, text }: CopyButtonProps): ReactNode {
  const [copied, setCopied] = useState<string>();
  const { clipboard } = window.navigator as { readonly clipboard?: Clipboard };
  if (clipboard === undefined || text === '') return null;
  const copy = async (): Promise<void> => {
    try {
      await clipboard.writeText(text);
      setCopied(text);
    } catch {
      setCopied(undefined); // the browser refuses it: the text can be selected
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
