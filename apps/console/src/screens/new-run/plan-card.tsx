import type { PlannedRun, Settings } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { TRY_TAG } from '../../data/run-queries.ts';
import { Card } from '../../parts/card.tsx';
import { RunSelect } from '../../parts/run/run-select.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, INPUT } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Select } from '../../ui/select.tsx';
import { PlanFigures } from './plan-figures.tsx';
import type { RunForm, RunFormState } from './run-form.ts';

interface PlanCardProps extends RunFormState {
  readonly settings: Settings;
  readonly plan: PlannedRun | undefined;
  readonly latencyMs: number | undefined;
  /** What the user must still enter before the run can start; `undefined` if nothing is missing. */
  readonly missing: string | undefined;
  /** Why the service would not start the run; `undefined` if it would. */
  readonly refusal: string | undefined;
  readonly isStarting: boolean;
  readonly onStart: () => void;
}

/** The third step: the plan, its cost, the detectable change, and the start button. */
export function PlanCard(props: PlanCardProps): ReactNode {
  const { form, change, settings, plan, latencyMs, missing, refusal, isStarting } = props;
  return (
    <PlanFields form={form} onChange={change} settings={settings}>
      {/* Start is in a corner that no figure and no message can move: a click while a plan arrives would be lost. */}
      <div className="mt-4 flex flex-col-reverse gap-4 border-t border-line pt-3 md:flex-row md:justify-between">
        <PlanFigures plan={plan} latencyMs={latencyMs} />
        <div className="flex min-w-0 justify-end gap-3 md:max-w-1/3 md:shrink-0">
          <span
            role="status"
            className={`min-w-0 py-2 text-[13px] wrap-anywhere ${refusal === undefined ? 'text-dim' : 'text-bad'}`}
          >
            {missing ?? refusal ?? 'Ctrl Enter'}
          </span>
          <Button primary disabled={missing !== undefined || isStarting} onClick={props.onStart}>
            {isStarting ? 'Starting …' : 'Start'}
          </Button>
        </div>
      </div>
    </PlanFields>
  );
}

interface PlanFieldsProps {
  readonly form: RunForm;
  readonly onChange: (change: Partial<RunForm>) => void;
  readonly settings: Settings;
  readonly children: ReactNode;
}

const NO_BASELINE = 'none';

function PlanFields(props: PlanFieldsProps): ReactNode {
  const { form, onChange, settings, children } = props;
  return (
    <Card title="3 · Plan">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-[minmax(0,2fr)_6rem_11rem_minmax(0,1fr)_minmax(0,2fr)_minmax(0,2fr)]">
        <Field label="Name" hint="Runs with the same name form a trend.">
          {(ids) => (
            <input
              {...ids}
              value={form.name}
              onChange={({ target }) => onChange({ name: target.value })}
              placeholder={form.dataset === '' ? 'the id of the first scenario' : 'the dataset'}
              className={INPUT}
            />
          )}
        </Field>
        <Field label="Attempts" hint={`per scenario, at most ${settings.limits.attempts}`}>
          {(ids) => (
            <NumberInput
              {...ids}
              value={form.attempts}
              max={settings.limits.attempts}
              onChange={(attempts) => onChange({ attempts })}
            />
          )}
        </Field>
        <Field label="Conversations in parallel" hint={`at most ${settings.limits.concurrency}`}>
          {(ids) => (
            <NumberInput
              {...ids}
              value={form.concurrency}
              max={settings.limits.concurrency}
              onChange={(concurrency) => onChange({ concurrency })}
            />
          )}
        </Field>
        <JudgeField {...props} />
        <BaselineField {...props} />
        <AgainstField {...props} />
      </div>
      {children}
    </Card>
  );
}

function JudgeField({ form, onChange, settings: { judges } }: PlanFieldsProps): ReactNode {
  if (judges.length === 0) {
    return (
      <Labelled label="Judge" hint="Set JUDGE_MODEL to use a judge.">
        <span className="flex h-9 items-center text-dim">none</span>
      </Labelled>
    );
  }
  const options = [
    { value: 'on', label: judges.join(', ') },
    { value: 'off', label: 'off' },
  ] as const;
  return (
    <Labelled label="Judge" hint="It grades the replies.">
      <Select
        label="Judge"
        options={options}
        value={form.judge}
        onChange={(judge) => onChange({ judge })}
      />
    </Labelled>
  );
}

const FIXED_BASELINES = [
  { value: NO_BASELINE, label: 'none' },
  { value: 'pinned', label: 'pinned' },
  { value: 'latest', label: 'latest that passed' },
] as const;

function BaselineField({ form, onChange }: PlanFieldsProps): ReactNode {
  const { baseline = NO_BASELINE } = form;
  return (
    <Labelled label="Baseline" hint={BASELINE_HINTS[baseline] ?? 'The run to compare with.'}>
      <RunSelect
        label="Baseline"
        fixed={FIXED_BASELINES}
        withoutTag={TRY_TAG}
        value={baseline}
        onChange={(next) => onChange({ baseline: next === NO_BASELINE ? undefined : next })}
      />
    </Labelled>
  );
}

const BASELINE_HINTS: Readonly<Record<string, string>> = {
  pinned: 'The run that is pinned for this name.',
  latest: 'The newest run of this name that passed.',
};

function AgainstField({ form, onChange }: PlanFieldsProps): ReactNode {
  return (
    <Field
      label="Against another model"
      hint="Both models run at the same time; this one is the baseline."
    >
      {(ids) => (
        <input
          {...ids}
          value={form.against}
          onChange={({ target }) => onChange({ against: target.value })}
          placeholder="none"
          className={INPUT}
        />
      )}
    </Field>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A visible label for a control that has its own accessible name. */
function Labelled({ label, hint, children }: LabelledProps): ReactNode {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <span className="text-[13px] font-medium" aria-hidden>
        {label}
      </span>
      <div className="min-w-0">{children}</div>
      {hint && <p className="text-[13px] text-dim">{hint}</p>}
    </div>
  );
}
