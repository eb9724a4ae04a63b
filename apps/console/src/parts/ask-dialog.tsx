import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface AskDialogProps {
  readonly title: string;
  /** Describes the effect of the action. */
  readonly description: string;
  /** Label of the button that confirms. */
  readonly action: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onAct: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Missing or invalid input that prevents the action. */
  readonly fault?: string | undefined;
  /** Form fields. */
  readonly children?: ReactNode;
}

/** Asks for confirmation of an action and shows its error if it fails. */
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
