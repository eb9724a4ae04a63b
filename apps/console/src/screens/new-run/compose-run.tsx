import { ApiError, type EvaluationInput } from '@fairtrial/client';
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
import { useDatasetCard } from './dataset/dataset-card.tsx';
import { PlanCard } from './plan-card.tsx';
import {
  fillForm,
  findMissingInput,
  toRequest,
  toSearch,
  type RunForm,
  type RunFormState,
} from './run-form.ts';
import { readTarget } from './target/choose-target.ts';
import { parseOwnRequest } from './target/own-request.ts';
import { TargetCard, useTargetSuggestions } from './target/target-card.tsx';
import { useTestCall } from './target/use-test-call.ts';
import { useBatchLoader } from './use-batch-loader.ts';

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
  const { form, change } = useRunForm(settings, reading?.request);
  const loader = useBatchLoader({ form, change, setText });
  const batch = chooseScenarios(form, reading?.request);
  const { latencyMs, ...test } = useTestCall(form, batch);
  const started = useStartRun({ reading, form, batch });
  const { start, isPending, error, targetErrors } = started;
  const { data: targets = [] } = useQuery(targetsQuery(useClient()));
  const { planned, card } = useDatasetCard({ form, change, errors: started.datasetErrors });
  const scenarios = planned ?? reading?.scenarios ?? [];
  const missing = findMissingInput(form, batch, { scenarios, settings });
  const begin = (): void => {
    if (batch === undefined || missing !== undefined || isPending) return;
    start(toRequest(batch, form, settings));
  };
  useKeys([{ keys: 'Ctrl-Enter', label: 'Start the run', run: begin }]);
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
        {card ?? (
          <BatchCard
            {...{ text, reading, runs, now }}
            refusals={started.refusals}
            onChange={setText}
            onFile={loader.loadFile}
            onSample={loader.loadSample}
            onPrevious={loader.loadPreviousRun}
            onDataset={(name) => change({ dataset: name })}
          />
        )}
        <TargetCard
          {...{ ...suggestions, ...test, form, targets }}
          batch={batch}
          errors={[
            ...(test.testCall.state === 'refused' ? test.testCall.errors : []),
            ...targetErrors,
          ]}
          onChange={change}
        />
        <PlanCard
          {...{ form, change, settings, runs, missing, latencyMs, batch, scenarios }}
          isDataset={planned !== undefined}
          isStarting={isPending}
          onStart={begin}
        />
        {error !== null && <Failure what="The run was not started" error={error} onRetry={begin} />}
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
  const form = { ...fields, systemPrompt, own };
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

interface RunStarter {
  readonly start: (request: EvaluationInput) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Errors of the service in the batch, by line. */
  readonly refusals: readonly LineFinding[];
  /** Errors of the service in the dataset or its filter. */
  readonly datasetErrors: readonly FieldError[];
  /** Errors of the service in the target, until the target is changed. */
  readonly targetErrors: readonly FieldError[];
}

interface StartInput {
  readonly reading: BatchReading | undefined;
  readonly form: RunForm;
  readonly batch: BatchRequest | undefined;
}

/** Starts the run and shows its progress. */
function useStartRun({ reading, form, batch }: StartInput): RunStarter {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const start = useMutation({
    mutationFn: (request: EvaluationInput) => client.runs.start(request),
    async onSuccess({ run_id: run }) {
      await queries.invalidateQueries({ queryKey: ['runs'] });
      await navigate({ search: { run } });
    },
  });
  const { error } = start;
  const refused = error instanceof ApiError ? error.errors : [];
  const refusals: readonly LineFinding[] = refused
    .filter(({ pointer }) => pointer.startsWith('/test_batch'))
    .map(({ pointer, detail }) => ({
      level: 'error',
      line: reading?.lineOf(pointer) ?? 1,
      text: detail,
    }));
  const { target } = readTarget(form, batch);
  const isSameTarget = JSON.stringify(target) === JSON.stringify(start.variables?.target);
  return {
    start: start.mutate,
    isPending: start.isPending,
    error,
    refusals,
    datasetErrors: refused.filter(({ pointer }) => /^\/(?:dataset|filter)\b/.test(pointer)),
    targetErrors: isSameTarget ? refused : [],
  };
}
