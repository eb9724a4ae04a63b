import type { Body } from '@fairtrial/client';
import type { FieldError, RunHead, Settings } from '@fairtrial/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { BATCH_DRAFT } from '../../batch/append-scenario.ts';
import type { BatchReading, BatchRequest, LineFinding } from '../../batch/batch-types.ts';
import { readBatch } from '../../batch/read-batch.ts';
import { useClient } from '../../data/api-context.ts';
import { targetsQuery } from '../../data/settings-query.ts';
import { useDraft } from '../../data/use-draft.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { BatchCard } from './batch-card.tsx';
import { chooseScenarios } from './dataset/choose-dataset.ts';
import { DatasetCard } from './dataset/dataset-card.tsx';
import { PlanCard } from './plan-card.tsx';
import {
  fillForm,
  findMissingInput,
  toRequest,
  toSearch,
  type RunForm,
  type RunFormState,
} from './run-form.ts';
import { parseOwnRequest } from './target/own-request.ts';
import { TargetCard, useTargetSuggestions } from './target/target-card.tsx';
import { useTestCall } from './target/use-test-call.ts';
import { useBatchLoader } from './use-batch-loader.ts';
import { listErrors, usePlan, type Plan } from './use-plan.ts';

const route = getRouteApi('/console/new');

interface ComposeRunProps {
  readonly settings: Settings;
  /** The latest runs. */
  readonly runs: readonly RunHead[];
  readonly now: number;
}

/** The form for a new run: batch, target, plan. */
export function ComposeRun({ settings, runs, now }: ComposeRunProps): ReactNode {
  const { text, setText, reading } = useBatchDraft();
  const draft = reading?.request;
  const { form, change } = useRunForm(settings, draft);
  const loader = useBatchLoader({ form, change, setText });
  const batch = useMemo(() => chooseScenarios(form, draft), [form, draft]);
  const { latencyMs, ...test } = useTestCall(form, batch);
  const { missing, plan, refusal, errors, ...run } = usePlannedRun({ form, batch, settings });
  const { data: targets = [] } = useQuery(targetsQuery(useClient()));
  const suggestions = useTargetSuggestions(settings, runs, form.endpoint);
  return (
    <>
      <PageHead title="New run" />
      <div className="grid gap-4">
        {loader.error !== null && (
          <Failure
            what="The batch could not be loaded"
            error={loader.error}
            onRetry={loader.retry}
          />
        )}
        {form.dataset === '' ? (
          <BatchCard
            {...{ text, reading, runs, now }}
            refusals={locateErrors(errors, reading)}
            onChange={setText}
            onFile={loader.loadFile}
            onSample={loader.loadSample}
            onPrevious={loader.loadPreviousRun}
            onDataset={(name) => change({ dataset: name })}
          />
        ) : (
          <DatasetCard
            choice={form}
            plan={plan}
            errors={errors.filter(({ pointer }) => /^\/(?:dataset|filter)\b/.test(pointer))}
            onChange={change}
          />
        )}
        <TargetCard
          {...{ ...suggestions, ...test, form, targets }}
          batch={batch}
          errors={[...(test.testCall.state === 'refused' ? test.testCall.errors : []), ...errors]}
          onChange={change}
        />
        <PlanCard
          {...{ form, change, settings, plan, missing, refusal, latencyMs }}
          isStarting={run.isPending}
          onStart={run.begin}
        />
        {run.error !== null && (
          <Failure what="The run was not started" error={run.error} onRetry={run.begin} />
        )}
      </div>
    </>
  );
}

interface BatchDraft {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** `undefined` if the text is blank. */
  readonly reading: BatchReading | undefined;
}

/** The text of the batch, which survives a reload, and its parsed form. Parsing is deferred and never delays typing. */
function useBatchDraft(): BatchDraft {
  const [text, setText] = useDraft(BATCH_DRAFT);
  const settled = useDeferredValue(text);
  const reading = useMemo(
    () => (settled.trim() === '' ? undefined : readBatch(settled)),
    [settled],
  );
  return { text, setText, reading };
}

/** The state of the form, mirrored in the URL, so that a reload or a link restores it. */
function useRunForm(settings: Settings, draft: BatchRequest | undefined): RunFormState {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [fields, setFields] = useState(() => fillForm(search, settings, draft));
  const [systemPrompt, setSystemPrompt] = useDraft('system-prompt');
  const [ownRequest, setOwnRequest] = useDraft('own-request');
  const own = useMemo(() => parseOwnRequest(ownRequest), [ownRequest]);
  const form = useMemo(() => ({ ...fields, systemPrompt, own }), [fields, systemPrompt, own]);
  return {
    form,
    change(part) {
      const next = { ...form, ...part };
      setFields(next);
      if (next.systemPrompt !== systemPrompt) setSystemPrompt(next.systemPrompt);
      if (next.own !== own) setOwnRequest(JSON.stringify(next.own));
      void navigate({ search: toSearch(next), replace: true });
    },
  };
}

/** The errors of the service in the batch, by line. */
function locateErrors(
  errors: readonly FieldError[],
  reading: BatchReading | undefined,
): readonly LineFinding[] {
  return errors
    .filter(({ pointer }) => pointer.startsWith('/test_batch'))
    .map(({ pointer, detail }) => ({
      level: 'error',
      line: reading?.lineOf(pointer) ?? 1,
      text: detail,
    }));
}

interface RunInput {
  readonly form: RunForm;
  readonly batch: BatchRequest | undefined;
  readonly settings: Settings;
}

interface PlannedRequest extends Plan {
  /** What the user must still enter; `undefined` if nothing is missing. */
  readonly missing: string | undefined;
  /** Starts the run and shows its progress. */
  readonly begin: () => void;
  readonly isPending: boolean;
  /** Why the run was not started, until the request is changed. */
  readonly error: Error | null;
}

/** The run that the form describes, as the service plans it. */
function usePlannedRun({ form, batch, settings }: RunInput): PlannedRequest {
  const missing = findMissingInput(form, batch);
  const request = useMemo(
    () =>
      batch === undefined || missing !== undefined ? undefined : toRequest(batch, form, settings),
    [batch, form, missing, settings],
  );
  const planned = usePlan(request);
  const client = useClient();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const start = useMutation({
    mutationFn: (started: Body<'POST /evaluate'>) => client.start(started),
    async onSuccess({ run_id: run }) {
      await queries.invalidateQueries({ queryKey: ['runs'] });
      await navigate({ search: { run } });
    },
  });
  const begin = (): void => {
    if (request !== undefined && !start.isPending) start.mutate(request);
  };
  useKeys([{ keys: 'Ctrl-Enter', label: 'Start the run', run: begin }]);
  const error = start.variables === request ? start.error : null;
  return {
    ...planned,
    errors: error === null ? planned.errors : listErrors(error),
    missing,
    begin,
    isPending: start.isPending,
    error,
  };
}
