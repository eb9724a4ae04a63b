import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, Link, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useClient } from '../data/api-context.ts';
import { isServiceLost, onServiceChange } from '../data/connection.ts';
import { RECOVERY_POLL_MS } from '../data/create-query-client.ts';
import { loadCode } from '../data/load-code.ts';
import { settingsQuery } from '../data/settings-query.ts';
import { useKeys } from '../keys/use-keys.ts';
import { KeySheet } from './key-sheet.tsx';
import { ACTION_ITEMS, NAV_ITEMS } from './nav-items.ts';
import { Nav } from './nav.tsx';
import { SignIn } from './sign-in.tsx';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { PLAIN_BUTTON } from '../ui/button.tsx';

const Palette = lazy(async () => ({
  default: (await loadCode(() => import('./palette.tsx'))).Palette,
}));

type Overlay = 'keys' | 'palette';

/** The frame of every screen: navigation, dialogs and keys. */
export function Shell(): ReactNode {
  const navigate = useNavigate();
  const [overlay, setOverlay] = useState<Overlay>();
  const show = (next: Overlay) => (): void => setOverlay(next);
  const hide = (): void => setOverlay(undefined);
  useKeys([
    ...[...NAV_ITEMS, ...ACTION_ITEMS].map(({ to, label, key }) => ({
      keys: `g ${key}`,
      label,
      run: () => void navigate({ to }),
    })),
    { keys: 'Ctrl-k', label: 'Go to a page, a run or an action', run: show('palette') },
    { keys: '?', label: 'Show the keys', run: show('keys') },
  ]);
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="absolute -top-20 left-2 z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:top-2"
      >
        Skip to content
      </a>
      <Nav onKeys={show('keys')} onPalette={show('palette')} />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-5 py-4 outline-none">
        <LostServiceBar />
        <Outlet />
      </main>
      <KeySheet open={overlay === 'keys'} onOpenChange={hide} />
      {overlay === 'palette' && (
        <Suspense>
          <Palette onClose={hide} onKeys={show('keys')} />
        </Suspense>
      )}
      <SignIn />
    </div>
  );
}

/** Shows that the service does not answer, above the loaded content. Disappears when the service is back. */
function LostServiceBar(): ReactNode {
  const isLost = useSyncExternalStore(onServiceChange, isServiceLost);
  // Polls a small resource, because the screen below may not send any request.
  useQuery({
    ...settingsQuery(useClient()),
    refetchInterval: isLost ? RECOVERY_POLL_MS : false,
  });
  if (!isLost) return null;
  return (
    <p
      role="status"
      className="sticky top-0 z-10 -mx-5 -mt-4 mb-4 border-b border-warn bg-warn-soft px-5 py-2 font-medium text-warn"
    >
      <span aria-hidden>↻ </span>
      The service does not answer; retrying … The data below may be out of date.
    </p>
  );
}

export function NotFoundScreen(): ReactNode {
  return (
    <>
      <PageHead title="Page not found" />
      <Empty
        action={
          <Link to="/" className={PLAIN_BUTTON}>
            Go to the overview
          </Link>
        }
      >
        There is no page at this address.
      </Empty>
    </>
  );
}

/** Shown if a screen throws. The navigation still works. */
export function ScreenError({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <Failure what="This page crashed" error={error} onRetry={reset}>
      <p>The pages on the left still work.</p>
    </Failure>
  );
}
