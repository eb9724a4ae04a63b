import { formatCount, formatEstimate, NONE } from '@fairtrial/format';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { StopButton } from '../../parts/run/stop-button.tsx';
import { PRIMARY_BUTTON } from '../../ui/button.tsx';
import { estimateSpeed, isEnded, type Progress, type Speed } from './run-progress.ts';

interface ProgressCardProps {
  readonly runId: string;
  readonly name: string;
  readonly progress: Progress;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}

/** Progress, speed and remaining time of a run, and the stop button. */
export function ProgressCard(props: ProgressCardProps): ReactNode {
  const { runId, name, progress, startedAt, endedAt } = props;
  const { finished, failed, total, state, graded } = progress;
  const isOver = isEnded(progress);
  const speed = useSpeed(progress, { startedAt, endedAt, isOver });
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ProgressMeter finished={finished} failed={failed} total={total} />
        {isOver ? (
          <Link to="/console/runs/$runId" params={{ runId }} className={PRIMARY_BUTTON}>
            Open the run
          </Link>
        ) : (
          <StopButton runId={runId} name={name} isStopping={state === 'stopping'} />
        )}
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1">
        <Fact label="Turns">
          {formatCount(finished)} / {formatCount(total)}
        </Fact>
        <Fact label="Answered">✓ {formatCount(finished - failed)}</Fact>
        <Fact label="Failed">
          <span className={failed > 0 ? 'text-bad' : ''}>✗ {formatCount(failed)}</span>
        </Fact>
        {graded && (
          <Fact label="Judged">
            {formatCount(graded.done)} / {formatCount(graded.total)}
          </Fact>
        )}
        <Fact label="Turns per second">{speed ? speed.perSecond.toFixed(1) : NONE}</Fact>
        <Fact label="Left">{isOver ? NONE : formatEstimate(speed?.remainingMs)}</Fact>
      </dl>
    </Card>
  );
}

/** Answered and failed turns in two colours. */
function ProgressMeter({
  finished,
  failed,
  total,
}: Pick<Progress, 'finished' | 'failed' | 'total'>): ReactNode {
  const width = (count: number): string => `${(100 * count) / Math.max(1, total)}%`;
  return (
    <div
      role="progressbar"
      aria-label="Finished turns"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={finished}
      aria-valuetext={`${formatCount(finished)} of ${formatCount(total)} turns`}
      className="flex h-3 min-w-40 flex-1 overflow-hidden rounded-full bg-raised"
    >
      <div className="bg-accent" style={{ width: width(finished - failed) }} />
      <div className="bg-bad" style={{ width: width(failed) }} />
    </div>
  );
}

function Fact({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div>
      <dt className="text-[13px] text-dim">{label}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}

const TICK_MS = 1000;

interface RunTime {
  readonly startedAt: number;
  readonly isOver: boolean;
  /** `undefined` until it is known. */
  readonly endedAt: number | undefined;
}

/** The speed of a run, updated every second. */
function useSpeed(progress: Progress, { startedAt, isOver, endedAt }: RunTime): Speed | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  if (isOver && endedAt === undefined) return undefined;
  return estimateSpeed(progress, (isOver ? (endedAt ?? now) : now) - startedAt);
}
