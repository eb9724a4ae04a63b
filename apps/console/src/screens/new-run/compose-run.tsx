import type { RunHead, Settings } from '@assay/contracts';
import type { ReactNode } from 'react';
import { scoredRuns } from '../../data/run-queries.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Button } from '../../ui/button.tsx';
import { BatchCard } from './batch-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { planCalls } from './plan-calls.ts';
import { PlanFigures } from './plan-figures.tsx';
import { missingOf, toRequest } from './run-form.ts';
import { TargetCard } from './target-card.tsx';
import { useDetectableChange } from './use-baseline.ts';
import { useBatch } from './use-batch.ts';
import { useForm } from './use-form.ts';
import { useLoad } from './use-load.ts';
import { useStart } from './use-start.ts';
import { useTargets } from './use-targets.ts';
import { useTrial } from './use-trial.ts';

interface ComposeRunProps {
  readonly settings: Settings;
  /** The latest ones. */
  readonly runs: readonly RunHead[];
  readonly now: number;
}

/** A run before it is started: batch, target, plan. */
export function ComposeRun({ settings, runs, now }: ComposeRunProps): ReactNode {
  const batch = useBatch();
  const { form, change } = useForm(settings);
  const load = useLoad({ form, change, setText: batch.setText });
  const trial = useTrial(form);
  const start = useStart(batch.reading);
  const missing = missingOf(form, batch.reading?.request);
  const begin = (): void => {
    const request = batch.reading?.request;
    if (request !== undefined && missing === undefined && !start.isPending) {
      start.start(toRequest(request, form, settings));
    }
  };
  useKeys([{ keys: 'Ctrl-Enter', label: 'Start the run', run: begin }]);
  const { endpoints, models } = useTargets(settings, runs, form.endpoint);
  const detectable = useDetectableChange(form.baseline, form.attempts);
  const turns = batch.reading?.scenarios.map((scenario) => scenario.turns) ?? [];
  return (
    <>
      <PageHead title="New run" />
      <div className="grid gap-4">
        {load.error !== null && (
          <Failure what="The batch could not be loaded" error={load.error} onRetry={load.retry} />
        )}
        <BatchCard
          text={batch.text}
          reading={batch.reading}
          refusals={start.refusals}
          runs={runs}
          now={now}
          onChange={batch.setText}
          onFile={load.file}
          onSample={load.sample}
          onPrevious={load.previous}
        />
        <TargetCard
          form={form}
          onChange={change}
          endpoints={endpoints}
          models={models}
          tried={trial.tried}
          onTry={trial.attempt}
        />
        <PlanCard
          form={form}
          onChange={change}
          settings={settings}
          baselines={scoredRuns(runs)}
          now={now}
        >
          <StartRow missing={missing} isPending={start.isPending} onStart={begin}>
            <PlanFigures
              planned={planCalls({ ...form, turns, latencyMs: trial.latencyMs })}
              change={detectable}
              hasBaseline={form.baseline !== undefined}
            />
          </StartRow>
        </PlanCard>
        {start.error !== null && (
          <Failure what="The run was not started" error={start.error} onRetry={begin} />
        )}
      </div>
    </>
  );
}

interface StartRowProps {
  readonly missing: string | undefined;
  readonly isPending: boolean;
  readonly onStart: () => void;
  readonly children: ReactNode;
}

function StartRow({ missing, isPending, onStart, children }: StartRowProps): ReactNode {
  return (
    <div className="mt-4 flex flex-wrap items-end justify-between gap-4 border-t border-line pt-3">
      {children}
      <div className="flex items-center gap-3">
        <span className="text-[13px] text-dim">{missing ?? 'Ctrl Enter'}</span>
        <Button primary disabled={missing !== undefined || isPending} onClick={onStart}>
          {isPending ? 'Starting …' : 'Start'}
        </Button>
      </div>
    </div>
  );
}
