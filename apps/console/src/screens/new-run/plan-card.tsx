import type { RunHead, Settings } from '@assay/contracts';
import type { ReactNode } from 'react';
import { nameRun, shortId } from '../../format/run-names.ts';
import { Card } from '../../parts/card.tsx';
import { Field, INPUT } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Select } from '../../ui/select.tsx';
import type { RunForm } from './run-form.ts';

interface PlanCardProps {
  readonly form: RunForm;
  readonly onChange: (change: Partial<RunForm>) => void;
  readonly settings: Settings;
  /** What the run can be compared with. */
  readonly baselines: readonly RunHead[];
  readonly now: number;
  /** The figures, and what starts it. */
  readonly children: ReactNode;
}

const NONE = 'none';

/** The third step: how often, how fast, judged by whom and compared with what. */
export function PlanCard(props: PlanCardProps): ReactNode {
  const { form, onChange, settings, children } = props;
  return (
    <Card title="3 · Plan">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_7rem_7rem_minmax(0,1fr)_minmax(0,2fr)]">
        <Field label="Name" hint="Runs of one name make a trend.">
          {(ids) => (
            <input
              {...ids}
              value={form.name}
              onChange={({ target }) => onChange({ name: target.value })}
              placeholder="the batch and the time"
              className={INPUT}
            />
          )}
        </Field>
        <Field label="Attempts" hint={`at most ${settings.limits.attempts}`}>
          {(ids) => (
            <NumberInput
              {...ids}
              value={form.attempts}
              most={settings.limits.attempts}
              onChange={(attempts) => onChange({ attempts })}
            />
          )}
        </Field>
        <Field label="At once" hint={`at most ${settings.limits.concurrency}`}>
          {(ids) => (
            <NumberInput
              {...ids}
              value={form.concurrency}
              most={settings.limits.concurrency}
              onChange={(concurrency) => onChange({ concurrency })}
            />
          )}
        </Field>
        <Judge {...props} />
        <Baseline {...props} />
      </div>
      {children}
    </Card>
  );
}

function Judge({ form, onChange, settings: { judges } }: PlanCardProps): ReactNode {
  if (judges.length === 0) {
    return (
      <Labelled label="Judge" hint="Set JUDGE_MODEL to have one.">
        <span className="flex h-9 items-center text-dim">none</span>
      </Labelled>
    );
  }
  const options = [
    { value: 'on', label: judges.join(', ') },
    { value: 'off', label: 'off' },
  ] as const;
  return (
    <Labelled label="Judge">
      <Select
        label="Judge"
        options={options}
        value={form.judge}
        onChange={(judge) => onChange({ judge })}
      />
    </Labelled>
  );
}

function Baseline({ form, onChange, baselines, now }: PlanCardProps): ReactNode {
  const isListed = baselines.some(({ run_id }) => run_id === form.baseline);
  const options = [
    { value: NONE, label: 'none' },
    ...(form.baseline === undefined || isListed
      ? []
      : [{ value: form.baseline, label: `run ${shortId(form.baseline)}` }]),
    ...baselines.map((run) => ({ value: run.run_id as string, label: nameRun(run, now) })),
  ];
  return (
    <Labelled label="Baseline" hint="What the run is compared with.">
      <Select
        label="Baseline"
        options={options}
        value={form.baseline ?? NONE}
        onChange={(next) => onChange({ baseline: next === NONE ? undefined : next })}
      />
    </Labelled>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A control that says its own name. */
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
