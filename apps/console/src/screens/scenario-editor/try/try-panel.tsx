import { ApiError } from '@fairtrial/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { findMissingModel } from '../../../format/simulated-user.ts';
import { Card } from '../../../parts/card.tsx';
import { Autocomplete } from '../../../ui/autocomplete.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { isSame } from '../form/label-rows.ts';
import { More } from '../parts/more.tsx';
import { describeError } from '../save/save-scenario.ts';
import type { EditorState } from '../use-editor.ts';
import { TryResults } from './try-results.tsx';
import { useTry, useTryTarget, type Try, type TryTarget } from './use-try.ts';

/** Plays the scenario once against a model, before or after it is saved. */
export function TryPanel({ editor }: { readonly editor: EditorState }): ReactNode {
  const target = useTryTarget();
  const attempt = useTry({ form: editor.form, scenario: editor.scenario, target });
  const missing = findMissing(editor, target);
  const { run, tried } = attempt;
  const useReply = (turn: number, reference: string): void => {
    const key = tried?.turnKeys[turn];
    const turns = editor.form.turns.map((one) => (one.key === key ? { ...one, reference } : one));
    editor.edit({ turns });
  };
  return (
    <Card title="Try it now">
      <div className="grid gap-3">
        <TargetFields target={target} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            primary
            disabled={missing !== undefined || attempt.isRunning}
            onClick={attempt.start}
          >
            Try
          </Button>
          <p role="status" className="min-w-0 flex-1 text-[13px] wrap-anywhere text-dim">
            {missing ?? describeProgress(attempt)}
          </p>
        </div>
        <TryError error={attempt.error} />
        {run?.result && tried && !attempt.isRunning && (
          <>
            {!isSame(tried.scenario, editor.scenario) && (
              <p className="text-[13px] text-warn">! The scenario was changed after this try.</p>
            )}
            <TryResults run={run} result={run.result} onUse={useReply} />
          </>
        )}
        {run && (
          <Link
            to="/console/runs/$runId"
            params={{ runId: run.run_id }}
            search={{}}
            target="_blank"
            className="justify-self-start text-accent underline underline-offset-2"
          >
            Open the run in a new tab
          </Link>
        )}
      </div>
    </Card>
  );
}

function findMissing({ json, faults, form }: EditorState, target: TryTarget): string | undefined {
  if (!json.isReadable) return 'Correct the JSON first.';
  if (faults.count > 0) return 'Correct the fields with a red text first.';
  if (target.settings === undefined) return 'Loading …';
  const missing = form.user && findMissingModel(target.settings);
  if (missing !== undefined) return missing;
  if (target.endpoint.trim() === '') return 'Write an endpoint under More first.';
  return target.model.trim() === '' ? 'Choose a model first.' : undefined;
}

function describeProgress({ isStarting, isRunning, run }: Try): string {
  if (isStarting) return 'Starting …';
  if (!isRunning) return run ? 'Done.' : 'Plays this scenario once. It need not be saved.';
  if (run === undefined) return 'Running …';
  const { finished, total } = run.turns;
  return finished < total ? `Running: ${finished} of ${total} turns …` : 'Scoring the replies …';
}

function TargetFields({ target }: { readonly target: TryTarget }): ReactNode {
  const { endpoint, setEndpoint, model, setModel, models, settings } = target;
  const agent = settings?.agent;
  const endpoints = [
    ...(agent ? [{ value: agent.url, label: 'Agent backend' }] : []),
    ...(settings?.endpoints ?? []).map((value) => ({ value })),
  ];
  const chosen = models.find(({ id }) => id === model);
  return (
    <>
      <Field label="Model" hint={chosen?.name && `The model named ${chosen.name}.`}>
        {(ids) => (
          <Autocomplete
            {...ids}
            value={model}
            onChange={setModel}
            suggestions={models.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder="Choose or write a model"
          />
        )}
      </Field>
      <More
        title={`More: ${endpoint || 'no endpoint yet'}`}
        needsAttention={settings !== undefined && endpoint === ''}
      >
        <Field label="Endpoint" hint="The address of the model or agent.">
          {(ids) => (
            <Autocomplete
              {...ids}
              value={endpoint}
              onChange={setEndpoint}
              suggestions={endpoints}
              placeholder="https://api.example.com/v1"
            />
          )}
        </Field>
      </More>
    </>
  );
}

function TryError({ error }: Pick<Try, 'error'>): ReactNode {
  if (error === null) return null;
  const errors = error instanceof ApiError ? error.errors : [];
  return (
    <div role="alert" className="wrap-anywhere text-bad">
      <p>✗ The try was not started: {error.message}</p>
      <ul className="list-disc pl-5">
        {errors.map((one) => (
          <li key={`${one.pointer} ${one.detail}`}>{describeError(one)}</li>
        ))}
      </ul>
    </div>
  );
}
