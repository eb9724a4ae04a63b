import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface AskDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly description: string;
  /** On the button that does it. */
  readonly action: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onAct: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** What is missing or wrong: the action cannot be done. */
  readonly fault?: string | undefined;
  /** Fields. */
  readonly children?: ReactNode;
}

/** Asks before something is done, and says if it failed. */
export function AskDialog(props: AskDialogProps): ReactNode {
  const { title, description, action, open, onOpenChange, onAct, isPending, error, fault } = props;
  return (
    <Dialog title={title} description={description} open={open} onOpenChange={onOpenChange}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onAct();
        }}
      >
        {props.children}
        {fault !== undefined && <p className="text-bad">{fault}</p>}
        {error !== null && (
          <p role="alert" className="wrap-anywhere text-bad">
            ✗ {error.message}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button primary type="submit" disabled={isPending || fault !== undefined}>
            {action}
          </Button>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
