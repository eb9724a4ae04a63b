import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toMessages, type ChatEntry } from './chat-entry.ts';
import { toCurl } from './to-curl.ts';

interface CurlDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly entries: readonly ChatEntry[];
  readonly model: string;
  readonly agent: { readonly url: string; readonly has_key: boolean };
}

/** The last question as a command. */
export function CurlDialog({ open, onClose, entries, model, agent }: CurlDialogProps): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const asked = entries.slice(0, entries.findLastIndex(({ from }) => from === 'user') + 1);
  const messages = toMessages(asked);
  const command = toCurl({ url: agent.url, model, messages, hasKey: agent.has_key });
  const copy = async (): Promise<void> => {
    // KnownJudgements that come over plain HTTP from elsewhere have no clipboard: the text can be marked there.
    await window.navigator.clipboard?.writeText(command);
    setCopied(window.navigator.clipboard !== undefined);
  };
  return (
    <Dialog
      title="Copy as curl"
      description="The last question, asked in a shell."
      open={open}
      onOpenChange={() => {
        setCopied(false);
        onClose();
      }}
    >
      <pre
        tabIndex={0}
        aria-label="Command"
        className="max-h-72 overflow-auto rounded-md border border-line bg-bg p-3 font-mono text-[13px] select-all"
      >
        {command}
      </pre>
      <div className="mt-3 flex items-center gap-3">
        <Button primary onClick={() => void copy()}>
          Copy
        </Button>
        <span role="status" className="text-ok">
          {isCopied && '✓ Copied'}
        </span>
      </div>
    </Dialog>
  );
}
