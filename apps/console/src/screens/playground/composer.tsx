import { SendHorizontal, Square } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useDraft } from '../../data/use-draft.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Button } from '../../ui/button.tsx';

interface ComposerProps {
  readonly isWriting: boolean;
  readonly isReady: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
}

/** The message field. Enter sends, Shift+Enter starts a new line, Esc stops the answer. */
export function Composer({ isWriting, isReady, onSend, onStop }: ComposerProps): ReactNode {
  const [text, setText] = useDraft('message');
  const area = useRef<HTMLTextAreaElement>(null);
  useKeys([
    { keys: '/', label: 'Write a message', run: () => area.current?.focus() },
    ...(isWriting ? [{ keys: 'Escape', label: 'Stop the answer', run: onStop }] : []),
  ]);
  const send = (): void => {
    if (text.trim() === '' || isWriting || !isReady) return;
    onSend(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onStop();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="flex items-end gap-2">
      <textarea
        ref={area}
        aria-label="Message"
        value={text}
        rows={2}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        placeholder="Type a message. Enter sends it, Shift+Enter starts a new line."
        className="max-h-48 min-h-16 flex-1 resize-y rounded-md border border-line bg-surface px-3 py-2"
      />
      {isWriting ? (
        <Button onClick={onStop}>
          <Square size={15} aria-hidden />
          Stop
        </Button>
      ) : (
        <Button primary disabled={text.trim() === '' || !isReady} onClick={send}>
          <SendHorizontal size={15} aria-hidden />
          Send
        </Button>
      )}
    </div>
  );
}
