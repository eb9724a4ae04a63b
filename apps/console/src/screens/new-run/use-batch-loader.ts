import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readBatch } from '../../batch/read-batch.ts';
import { useClient } from '../../data/api-context.ts';
import { requestQuery } from '../../data/run-queries.ts';
import { loadAllSamples, loadSample } from './load-samples.ts';
import { fillFromRequest, type RunFormState } from './run-form.ts';

const route = getRouteApi('/console/new');

interface BatchLoaderInput extends RunFormState {
  readonly setText: (text: string) => void;
}

interface BatchLoader {
  readonly error: Error | null;
  readonly retry: () => void;
  readonly loadFile: (file: File) => void;
  /** `undefined` loads all samples. */
  readonly loadSample: (name: string | undefined) => void;
  readonly loadPreviousRun: (runId: string) => void;
}

/** Loads a batch from a file, a sample or an earlier run, and fills the form fields that it contains. */
export function useBatchLoader({ form, change, setText }: BatchLoaderInput): BatchLoader {
  const client = useClient();
  const queries = useQueryClient();
  const { from } = route.useSearch();
  const load = useMutation({
    mutationFn: async ({ read }: BatchSource) => read(),
    onSuccess(text, { isSample }) {
      setText(text);
      const { test_batch: _, endpoint, ...fields } = readBatch(text).request ?? {};
      // A sample does not override the endpoint.
      change(fillFromRequest(form, isSample ? fields : { ...fields, endpoint }));
    },
  });
  const loadPreviousRun = (runId: string): void =>
    load.mutate({
      isSample: false,
      read: async () =>
        `${JSON.stringify(await queries.ensureQueryData(requestQuery(client, runId, false)), undefined, 2)}\n`,
    });
  useEffect(() => {
    if (from !== undefined) loadPreviousRun(from);
    // Only when the link names another run.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [from]);
  return {
    error: load.error,
    retry: () => load.variables && load.mutate(load.variables),
    loadPreviousRun,
    loadFile: (file: File) => load.mutate({ isSample: false, read: () => file.text() }),
    loadSample: (name: string | undefined) =>
      load.mutate({
        isSample: true,
        read: () => (name === undefined ? loadAllSamples() : loadSample(name)),
      }),
  };
}

interface BatchSource {
  readonly read: () => Promise<string>;
  readonly isSample: boolean;
}
