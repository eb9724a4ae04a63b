import type { Body } from '@fairtrial/client';
import type { EvaluationResponse, RunView, Settings } from '@fairtrial/contracts';
import { SCORER_NAMES } from '@fairtrial/contracts/plain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { settingsQuery } from '../../../data/settings-query.ts';
import { useReloadRun } from '../../../data/use-reload-run.ts';
import { AskDialog } from '../../../parts/ask-dialog.tsx';
import { Field, INPUT } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { findFormFault, toRescoreRequest, type RescoreForm } from './rescore-form.ts';

interface RescoreDialogProps {
  readonly run: RunView;
  readonly result: EvaluationResponse;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Scores a run again from its stored replies. Empty fields keep the settings of the run. */
export function RescoreDialog({ run, result, open, onOpenChange }: RescoreDialogProps): ReactNode {
  const client = useClient();
  const reload = useReloadRun(run.run_id);
  const settings = useQuery(settingsQuery(client));
  const [form, setForm] = useState<RescoreForm>(EMPTY_FORM);
  const change = (next: Partial<RescoreForm>): void => setForm({ ...form, ...next });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (request: Body<'POST /runs/:run_id/rescore'>) =>
      client.request('POST /runs/:run_id/rescore', { run_id: run.run_id, body: request }),
    onSuccess: async () => {
      onOpenChange(false);
      await reload();
    },
  });
  return (
    <AskDialog
      title={`Rescore ${run.test_name}`}
      description="Scores the stored replies again; the endpoint is not called. Empty fields keep their values."
      action="Rescore"
      open={open}
      onOpenChange={onOpenChange}
      onAct={() => mutate(toRescoreRequest(form, result.weights))}
      isPending={isPending}
      error={error}
      fault={findFormFault(form)}
    >
      <div className="grid grid-cols-2 gap-3">
        <ShareField
          label="Pass threshold"
          placeholder={String(result.pass_threshold ?? 'none')}
          value={form.passThreshold}
          onChange={(passThreshold) => change({ passThreshold })}
        />
        <JudgeField form={form} judges={settings.data?.judges ?? []} onChange={change} />
        {WEIGHTS.map(([name, label]) => (
          <ShareField
            key={name}
            label={label}
            placeholder={String(result.weights[name] ?? 0)}
            value={form[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
      <ScorerField form={form} onChange={change} />
    </AskDialog>
  );
}

const EMPTY_FORM: RescoreForm = {
  passThreshold: '',
  reply: '',
  metadata: '',
  checks: '',
  judge: 'as before',
  scorers: [],
};

const WEIGHTS = [
  ['reply', 'Weight of the reply'],
  ['metadata', 'Weight of the metadata'],
  ['checks', 'Weight of the checks'],
] as const;

interface ShareFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ShareField({ label, placeholder, value, onChange }: ShareFieldProps): ReactNode {
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          inputMode="decimal"
          value={value}
          placeholder={placeholder}
          onChange={({ target }) => onChange(target.value)}
          className={INPUT}
        />
      )}
    </Field>
  );
}

interface FormFieldProps {
  readonly form: RescoreForm;
  readonly onChange: (change: Partial<RescoreForm>) => void;
}

const JUDGE_OPTIONS = [
  { value: 'as before', label: 'as before' },
  { value: 'ask again', label: 'ask again' },
  { value: 'off', label: 'off' },
] as const;

function JudgeField({
  form,
  judges,
  onChange,
}: FormFieldProps & { readonly judges: Settings['judges'] }): ReactNode {
  if (judges.length === 0) return null;
  return (
    <div className="grid content-start gap-1">
      <span className="text-[13px] font-medium" aria-hidden>
        Judge
      </span>
      <Select
        label="Judge"
        options={JUDGE_OPTIONS}
        value={form.judge}
        onChange={(judge) => onChange({ judge })}
      />
    </div>
  );
}

/** If none is chosen, the scorers of the run are kept. */
function ScorerField({ form, onChange }: FormFieldProps): ReactNode {
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium">
        Scorers (none selected: those of the run)
      </legend>
      <div className="grid grid-cols-2 gap-x-3 gap-y-1">
        {SCORER_NAMES.map((name) => (
          <label key={name} className="flex min-h-7 items-center gap-2">
            <input
              type="checkbox"
              checked={form.scorers.includes(name)}
              onChange={({ target }) =>
                onChange({
                  scorers: target.checked
                    ? [...form.scorers, name]
                    : form.scorers.filter((one) => one !== name),
                })
              }
              className="size-4 accent-(--accent)"
            />
            <code className="font-mono text-[13px] wrap-anywhere">{name}</code>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
