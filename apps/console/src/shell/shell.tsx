import { Outlet, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useKeys } from '../keys/use-keys.ts';
import { KeySheet } from './key-sheet.tsx';
import { Nav } from './nav.tsx';
import { PLACES } from './places.ts';
import { SignIn } from './sign-in.tsx';

/** What is around every screen. */
export function Shell(): ReactNode {
  const navigate = useNavigate();
  const [isSheet, setSheet] = useState(false);
  useKeys([
    ...PLACES.map(({ to, label, key }) => ({
      keys: `g ${key}`,
      label,
      run: () => void navigate({ to }),
    })),
    { keys: '?', label: 'Show the keys', run: () => setSheet(true) },
  ]);
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="absolute -top-20 left-2 z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:top-2"
      >
        Skip to content
      </a>
      <Nav onKeys={() => setSheet(true)} />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-5 py-4 outline-none">
        <Outlet />
      </main>
      <KeySheet open={isSheet} onOpenChange={setSheet} />
      <SignIn />
    </div>
  );
}
