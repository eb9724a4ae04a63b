import type { RunEvent } from '@assay/client';
import type { RunView } from '@assay/contracts';
import { useEffect, useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { Failure } from '../../parts/failure.tsx';
import { describeEvent } from './describe-event.ts';

const MOST = 200;

/** What happened in a run, as it happens, and what is to be said of it at the end. */
export function LogTab({ run }: { readonly run: RunView }): ReactNode {
  const { events, error, restart } = useEvents(run.run_id);
  const notes = [
    ...(run.result ? [run.result.message, ...run.result.warnings.map((text) => `! ${text}`)] : []),
    ...(run.result?.gate?.gates ?? []).map(
      (gate) => `${gate.verdict}: ${gate.gate} (${gate.sentence})`,
    ),
  ];
  return (
    <div className="grid gap-4">
      {notes.length > 0 && (
        <ul className="grid gap-1 rounded-lg border border-line bg-surface p-4">
          {notes.map((note, at) => (
            <li key={at} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && (
        <Failure what="The events could not be read" error={error} onRetry={restart} />
      )}
      <ol
        aria-label="Events, the latest last"
        className="rounded-lg border border-line bg-surface p-4 font-mono text-[13px]"
      >
        {events.map((event) => (
          <li key={event.id} className="flex gap-4">
            <span className="w-12 shrink-0 text-right text-dim">{event.id}</span>
            <span>{describeEvent(event)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface Events {
  readonly events: readonly RunEvent[];
  readonly error: unknown;
  readonly restart: () => void;
}

function useEvents(runId: string): Events {
  const client = useClient();
  const [events, setEvents] = useState<readonly RunEvent[]>([]);
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const follow = async (): Promise<void> => {
      setEvents([]);
      setError(undefined);
      try {
        for await (const event of client.runs.events(runId, { signal: stop.signal })) {
          setEvents((old) => [...old.slice(1 - MOST), event]);
        }
      } catch (thrown) {
        if (!stop.signal.aborted) setError(thrown);
      }
    };
    void follow();
    return () => stop.abort();
  }, [client, runId, round]);
  return { events, error, restart: () => setRound(round + 1) };
}
