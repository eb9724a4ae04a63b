import { useId, useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react';
import { useSession } from '../data/api-context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks for an API key if the service needs one or rejected the current one. */
export function SignIn(): ReactNode {
  const session = useSession();
  const { apiKey, isRefused } = useSyncExternalStore(session.subscribe, session.read);
  const [typed, setTyped] = useState('');
  const id = useId();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const key = typed.trim();
    if (key === '') return;
    setTyped('');
    session.signIn(key);
  };
  return (
    <Dialog
      title="Sign in"
      description="This service requires an API key. The key is kept until you close the tab."
      open={isRefused}
      onOpenChange={() => undefined}
    >
      <form onSubmit={onSubmit} className="grid gap-3">
        <label htmlFor={id} className="font-medium">
          API key
        </label>
        <input
          id={id}
          type="password"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-describedby={apiKey === undefined ? undefined : `${id}-fault`}
          className="h-9 rounded-md border border-line bg-bg px-3 font-mono"
        />
        {apiKey !== undefined && (
          <p id={`${id}-fault`} className="text-bad">
            The service refused the last key. It may be mistyped, expired or revoked.
          </p>
        )}
        <div>
          <Button primary type="submit">
            Sign in
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
