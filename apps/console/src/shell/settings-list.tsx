import type { Settings } from '@assay/contracts';
import type { ReactNode } from 'react';
import { formatCount } from '../format/numbers.ts';

/** What is set and what is not. */
export function SettingsList({ settings }: { readonly settings: Settings }): ReactNode {
  const { storage, limits, agent, judges } = settings;
  return (
    <>
      <Group title="Keys">
        {settings.keys.map(({ name, is_set }) => (
          <Line key={name} label={<code className="font-mono text-[13px]">{name}</code>}>
            {is_set ? (
              <span className="text-ok">✓ set</span>
            ) : (
              <span className="text-dim">– not set</span>
            )}
          </Line>
        ))}
      </Group>
      <Group title="Storage">
        <Line label={storage.kind === 'own' ? 'PostgreSQL of its own' : 'PostgreSQL'}>
          {storage.place}
        </Line>
        <Line label="Runs are kept">
          {storage.retention_days === null
            ? 'until they are deleted'
            : `${formatCount(storage.retention_days)} days`}
        </Line>
      </Group>
      <Group title="Models">
        <Line label="Agent backend">{agent?.url ?? 'none'}</Line>
        <Line label="Named endpoints">{settings.endpoints.join(', ') || 'none'}</Line>
        <Line label="Judge">{judges.join(', ') || 'none'}</Line>
        <Line label="Simulated">{settings.simulated ? 'yes' : 'no'}</Line>
      </Group>
      <Group title="At most">
        <Line label="Attempts">{formatCount(limits.attempts)}</Line>
        <Line label="Interactions">{formatCount(limits.interactions)}</Line>
        <Line label="Turns of a run">{formatCount(limits.turns)}</Line>
        <Line label="Conversations at once">{formatCount(limits.concurrency)}</Line>
      </Group>
      <Group title="Version">
        <Line label="Assay">{settings.version}</Line>
      </Group>
    </>
  );
}

function Group({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section>
      <h3 className="mb-1 text-[13px] font-semibold text-dim">{title}</h3>
      <dl className="divide-y divide-line rounded-md border border-line">{children}</dl>
    </section>
  );
}

function Line({
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
