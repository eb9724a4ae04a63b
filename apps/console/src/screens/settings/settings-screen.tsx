import type { Settings } from '@fairtrial/contracts';
import { formatCount } from '@fairtrial/format';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useClient, useSession } from '../../data/api-context.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import { Failure } from '../../parts/failure.tsx';
import { Line, LineGroup } from '../../parts/line-group.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProbedJudges } from '../../parts/run/probed-judges.tsx';
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
  const { storage, limits } = settings;
  return (
    <>
      {settings.keys.length > 0 && <Keys keys={settings.keys} />}
      <LineGroup title="Storage">
        {storage.location !== null && (
          <Line label={storage.kind === 'own' ? 'Built-in PostgreSQL' : 'PostgreSQL'}>
            {storage.location}
          </Line>
        )}
        <Line label="Runs are kept">
          {storage.retention_days === null
            ? 'until they are deleted'
            : `${formatCount(storage.retention_days)} days`}
        </Line>
      </LineGroup>
      <Models settings={settings} />
      <ProbedJudges judges={settings.judge_probes ?? []} />
      <LineGroup title="Limits">
        <Line label="Attempts">{formatCount(limits.attempts)}</Line>
        <Line label="Interactions">{formatCount(limits.interactions)}</Line>
        <Line label="Turns of a run">{formatCount(limits.turns)}</Line>
        <Line label="Conversations in parallel">{formatCount(limits.concurrency)}</Line>
      </LineGroup>
      <LineGroup title="Version">
        <Line label="Fairtrial">{settings.version}</Line>
      </LineGroup>
    </>
  );
}

function Keys({ keys }: Pick<Settings, 'keys'>): ReactNode {
  return (
    <LineGroup title="Keys">
      {keys.map(({ name, is_set }) => (
        <Line key={name} label={<code className="font-mono text-[13px]">{name}</code>}>
          {is_set ? (
            <span className="text-ok">✓ set</span>
          ) : (
            <span className="text-dim">– not set</span>
          )}
        </Line>
      ))}
    </LineGroup>
  );
}

function Models({ settings }: { readonly settings: Settings }): ReactNode {
  const { agent, endpoints, judges, user_model: userModel, scorers, simulated } = settings;
  return (
    <LineGroup title="Models">
      <Line label="Agent backend">{agent?.url ?? 'none'}</Line>
      <Line label="Named endpoints">{endpoints.join(', ') || 'none'}</Line>
      <Line label="Judge">{judges.join(', ') || 'none'}</Line>
      <Line label="Simulated users">{userModel ?? 'none'}</Line>
      <Line label="Own scorers">
        {scorers.map(({ name, url }) => `${name} ${url}`.trim()).join(', ') || 'none'}
      </Line>
      <Line label="Simulated">{simulated ? 'yes' : 'no'}</Line>
    </LineGroup>
  );
}
