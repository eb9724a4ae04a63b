import type { RunEvent } from '@fairtrial/client';
import type { RunView } from '@fairtrial/contracts';
import { formatCount, formatMany, RUN_STATE_LABELS } from '@fairtrial/format';
import { useEffect, useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { Failure } from '../../parts/failure.tsx';

const MAX_EVENTS = 200;

/** The final message and warnings of a run, and its live events. */
export function LogTab({ run }: { readonly run: RunView }): ReactNode {
  const [round, setRound] = useState(0);
  const { result } = run;
  const notes = result ? [result.message, ...result.warnings.map((text) => `! ${text}`)] : [];
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
      <EventList key={round} runId={run.run_id} onRetry={() => setRound(round + 1)} />
    </div>
  );
}

interface EventListProps {
  readonly runId: string;
  readonly onRetry: () => void;
}

function EventList({ runId, onRetry }: EventListProps): ReactNode {
  const { events, error } = useEvents(runId);
  return (
    <>
      {error !== undefined && (
        <Failure what="The events could not be read" error={error} onRetry={onRetry} />
      )}
      <ol
        aria-label="Events, oldest first"
        className="rounded-lg border border-line bg-surface p-4 font-mono text-[13px]"
      >
        {events.map((event) => (
          <li key={event.id} className="flex gap-4">
            <span className="w-12 shrink-0 text-right text-dim">{event.id}</span>
            <span>{describeEvent(event)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

interface Events {
  readonly events: readonly RunEvent[];
  readonly error: unknown;
}

/** The latest events of a run, streamed until it ends. */
function useEvents(runId: string): Events {
  const client = useClient();
  const [events, setEvents] = useState<readonly RunEvent[]>([]);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const add = (event: RunEvent): void =>
      setEvents((old) => [...old.slice(1 - MAX_EVENTS), event]);
    const fail = (thrown: unknown): void => {
      if (!signal.aborted) setError(thrown);
    };
    forEachEvent(client.follow(runId, { signal }), add).catch(fail);
    return () => stop.abort();
  }, [client, runId]);
  return { events, error };
}

async function forEachEvent(
  events: AsyncIterable<RunEvent>,
  act: (event: RunEvent) => void,
): Promise<void> {
  for await (const event of events) act(event);
}

function describeEvent(event: RunEvent): string {
  switch (event.type) {
    case 'run-started':
      return `started: ${formatMany(event.data.total, 'turn')} to play`;
    case 'turns-finished': {
      const { turns, finished, total } = event.data;
      const failed = turns.filter(([, , , outcome]) => outcome === 'endpoint_failed').length;
      const bad = failed === 0 ? '' : `, ${formatCount(failed)} of them failed`;
      return `${formatMany(turns.length, 'turn')} done${bad} (${formatCount(finished)} of ${formatCount(total)})`;
    }
    case 'run-cancelling':
      return 'cancellation requested';
    case 'run-retried':
      return `retried: ${formatMany(event.data.attempts, 'attempt')}${event.data.from_start === true ? ' from the first turn' : ''}`;
    case 'run-look':
      return `look ${event.data.look}: ${formatMany(event.data.attempts, 'attempt')} added`;
    case 'run-replayed':
      return `played again, because the simulated user spoiled the conversation: ${formatMany(event.data.attempts, 'attempt')}`;
    case 'run-rescored':
      return `rescored: revision ${event.data.revision}`;
    case 'grading':
      return `${formatCount(event.data.done)} of ${formatMany(event.data.total, 'turn')} graded`;
    case 'run-finished':
      return RUN_STATE_LABELS[event.data.state].label;
    default: {
      // A newer service can send more types.
      const { type } = event as { readonly type: string };
      return type;
    }
  }
}
