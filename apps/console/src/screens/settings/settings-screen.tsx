import type { Settings } from '@assay/contracts';
import { formatCount } from '@assay/format';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useClient, useSession } from '../../data/api-context.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button } from '../../ui/button.tsx';

const SKELETON_BLOCKS = ['h-40', 'h-28', 'h-28'] as const;

/** The configuration of the service. Read-only, because it is set by environment variables. */
export function SettingsScreen(): ReactNode {
  const settings = useQuery(settingsQuery(useClient()));
  const session = useSession();
  const { apiKey } = useSyncExternalStore(session.subscribe, session.read);
  return (
    <div className="grid max-w-3xl gap-5">
      <PageHead title="Settings" />
      {settings.isPending && <Skeleton label="the settings" blocks={SKELETON_BLOCKS} />}
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

function SettingsList({ settings }: { readonly settings: Settings }): ReactNode {
  const { storage, limits, agent, judges } = settings;
  return (
    <>
      {settings.keys.length > 0 && (
        <SettingsGroup title="Keys">
          {settings.keys.map(({ name, is_set }) => (
            <SettingsLine key={name} label={<code className="font-mono text-[13px]">{name}</code>}>
              {is_set ? (
                <span className="text-ok">✓ set</span>
              ) : (
                <span className="text-dim">– not set</span>
              )}
            </SettingsLine>
          ))}
        </SettingsGroup>
      )}
      <SettingsGroup title="Storage">
        {storage.location !== null && (
          <SettingsLine label={storage.kind === 'own' ? 'Built-in PostgreSQL' : 'PostgreSQL'}>
            {storage.location}
          </SettingsLine>
        )}
        <SettingsLine label="Runs are kept">
          {storage.retention_days === null
            ? 'until they are deleted'
            : `${formatCount(storage.retention_days)} days`}
        </SettingsLine>
      </SettingsGroup>
      <SettingsGroup title="Models">
        <SettingsLine label="Agent backend">{agent?.url ?? 'none'}</SettingsLine>
        <SettingsLine label="Named endpoints">
          {settings.endpoints.join(', ') || 'none'}
        </SettingsLine>
        <SettingsLine label="Judge">{judges.join(', ') || 'none'}</SettingsLine>
        <SettingsLine label="Simulated">{settings.simulated ? 'yes' : 'no'}</SettingsLine>
      </SettingsGroup>
      <SettingsGroup title="Limits">
        <SettingsLine label="Attempts">{formatCount(limits.attempts)}</SettingsLine>
        <SettingsLine label="Interactions">{formatCount(limits.interactions)}</SettingsLine>
        <SettingsLine label="Turns of a run">{formatCount(limits.turns)}</SettingsLine>
        <SettingsLine label="Conversations in parallel">
          {formatCount(limits.concurrency)}
        </SettingsLine>
      </SettingsGroup>
      <SettingsGroup title="Version">
        <SettingsLine label="Assay">{settings.version}</SettingsLine>
      </SettingsGroup>
    </>
  );
}

function SettingsGroup({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section>
      <h2 className="mb-1 text-[13px] font-semibold text-dim">{title}</h2>
      <dl className="divide-y divide-line rounded-md border border-line bg-surface">{children}</dl>
    </section>
  );
}

function SettingsLine({
  label,
  children,
}: {
  readonly label: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="flex justify-between gap-4 px-3 py-1.5">
      <dt className="shrink-0">{label}</dt>
      <dd className="text-right wrap-anywhere">{children}</dd>
    </div>
  );
}
