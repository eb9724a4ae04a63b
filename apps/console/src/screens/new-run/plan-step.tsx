import type { RunHead, Settings } from '@assay/contracts';
import type { ReactNode } from 'react';
import type { PlannedScenario } from '../../batch/read-batch.ts';
import { scoredRuns } from '../../data/run-queries.ts';
import { Button } from '../../ui/button.tsx';
import { PlanCard } from './plan-card.tsx';
import { planCalls } from './plan-calls.ts';
import { PlanFigures } from './plan-figures.tsx';
import { useDetectableChange } from './use-baseline.ts';
import type { FormState } from './use-form.ts';

interface PlanStepProps extends FormState {
  readonly settings: Settings;
  readonly runs: readonly RunHead[];
  readonly now: number;
  readonly scenarios: readonly PlannedScenario[];
  readonly latencyMs: number | undefined;
  /** What keeps it from being started. */
  readonly missing: string | undefined;
  readonly isStarting: boolean;
  readonly onStart: () => void;
}

/** The plan, what it costs and could find, and the button that starts it. */
export function PlanStep(props: PlanStepProps): ReactNode {
  const { form, change, settings, runs, now, scenarios, latencyMs, missing, isStarting } = props;
  const turns = scenarios.map((scenario) => scenario.turns);
  const detectable = useDetectableChange(form.baseline, form.attempts);
  return (
    <PlanCard
      form={form}
      onChange={change}
      settings={settings}
      baselines={scoredRuns(runs)}
      now={now}
    >
      <div className="mt-4 flex flex-wrap items-end justify-between gap-4 border-t border-line pt-3">
        <PlanFigures
          planned={planCalls({ ...form, turns, latencyMs })}
          change={detectable}
          hasBaseline={form.baseline !== undefined}
        />
        <div className="flex items-center gap-3">
          <span className="text-[13px] text-dim">{missing ?? 'Ctrl Enter'}</span>
          <Button primary disabled={missing !== undefined || isStarting} onClick={props.onStart}>
            {isStarting ? 'Starting …' : 'Start'}
          </Button>
        </div>
      </div>
    </PlanCard>
  );
}
