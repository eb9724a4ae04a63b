import type { RunHead, Settings } from '@assay/contracts';
import type { ReactNode } from 'react';
import { useKeys } from '../../keys/use-keys.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { BatchCard } from './batch-card.tsx';
import { PlanStep } from './plan-step.tsx';
import { missingOf, toRequest } from './run-form.ts';
import { TargetCard } from './target-card.tsx';
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
  const { text, setText, reading } = useBatch();
  const { form, change } = useForm(settings);
  const load = useLoad({ form, change, setText });
  const trial = useTrial(form);
  const { start, isPending, error, refusals } = useStart(reading);
  const missing = missingOf(form, reading?.request);
  const begin = (): void => {
    if (reading?.request === undefined || missing !== undefined || isPending) return;
    start(toRequest(reading.request, form, settings));
  };
  useKeys([{ keys: 'Ctrl-Enter', label: 'Start the run', run: begin }]);
  const targets = useTargets(settings, runs, form.endpoint);
  return (
    <>
      <PageHead title="New run" />
      <div className="grid gap-4">
        {load.error !== null && (
          <Failure what="The batch could not be loaded" error={load.error} onRetry={load.retry} />
        )}
        <BatchCard
          {...{ text, reading, refusals, runs, now }}
          onChange={setText}
          onFile={load.file}
          onSample={load.sample}
          onPrevious={load.previous}
        />
        <TargetCard {...targets} {...trial} form={form} onChange={change} />
        <PlanStep
          {...{ form, change, settings, runs, now, missing }}
          scenarios={reading?.scenarios ?? []}
          latencyMs={trial.latencyMs}
          isStarting={isPending}
          onStart={begin}
        />
        {error !== null && <Failure what="The run was not started" error={error} onRetry={begin} />}
      </div>
    </>
  );
}
