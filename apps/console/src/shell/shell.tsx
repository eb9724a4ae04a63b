import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { loadCode } from '../data/load-code.ts';
import { useKeys } from '../keys/use-keys.ts';
import { KeySheet } from './key-sheet.tsx';
import { LostServiceBar } from './lost-service-bar.tsx';
import { ACTION_ITEMS, NAV_ITEMS } from './nav-items.ts';
import { Nav } from './nav.tsx';
import { SignIn } from './sign-in.tsx';

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
