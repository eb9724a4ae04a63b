import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useClient, useSession } from '../data/api-context.ts';
import { settingsQuery } from '../data/settings-query.ts';
import { Failure } from '../parts/failure.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { SettingsList } from './settings-list.tsx';

interface SettingsDrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const LIST = ['h-40', 'h-28', 'h-28'] as const;

/** How the service is set up. It is set up by its environment: here it is only looked at. */
export function SettingsDrawer({ open, onOpenChange }: SettingsDrawerProps): ReactNode {
  return (
    <Drawer title="Settings" open={open} onOpenChange={onOpenChange}>
      <Content />
    </Drawer>
  );
}

function Content(): ReactNode {
  const settings = useQuery(settingsQuery(useClient()));
  const session = useSession();
  const { apiKey } = useSyncExternalStore(session.subscribe, session.read);
  return (
    <div className="grid gap-5">
      {settings.isPending && <Skeleton label="the settings" blocks={LIST} />}
      {settings.isError && !settings.data && (
        <Failure
          what="The settings could not be loaded"
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      )}
      {settings.data && <SettingsList settings={settings.data} />}
      {apiKey !== undefined && (
        <div>
          <Button onClick={session.signOut}>Sign out</Button>
        </div>
      )}
      <p className="text-[13px] text-dim">
        The service reads its environment when it starts:{' '}
        <code className="font-mono">.env.example</code> lists every variable.
      </p>
    </div>
  );
}
