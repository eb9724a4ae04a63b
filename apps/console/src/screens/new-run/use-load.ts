import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readBatch } from '../../batch/read-batch.ts';
import { useClient } from '../../data/api-context.ts';
import { requestQuery } from '../../data/run-queries.ts';
import { loadAllSamples, loadSample } from './load-samples.ts';
import { takeFrom } from './run-form.ts';
import type { FormState } from './use-form.ts';

const route = getRouteApi('/console/new');

interface LoadInto extends FormState {
  readonly setText: (text: string) => void;
}

interface Load {
  readonly error: Error | null;
  readonly retry: () => void;
  readonly file: (file: File) => void;
  /** Undefined: all of them. */
  readonly sample: (name: string | undefined) => void;
  readonly previous: (runId: string) => void;
}

/** Batches from elsewhere, which may say something of their own run. */
export function useLoad({ form, change, setText }: LoadInto): Load {
  const client = useClient();
  const queries = useQueryClient();
  const { from } = route.useSearch();
  const put = useMutation({
    mutationFn: async ({ get }: Source) => get(),
    onSuccess(text, { isOurs }) {
      setText(text);
      const { test_batch: _, endpoint, ...told } = readBatch(text).request ?? { test_batch: null };
      // A sample is for any endpoint; what a person brings along knows its own.
      change(takeFrom(form, isOurs ? told : { ...told, endpoint }));
    },
  });
  const previous = (runId: string): void =>
    put.mutate({
      isOurs: false,
      get: async () =>
        `${JSON.stringify(await queries.ensureQueryData(requestQuery(client, runId)), undefined, 2)}\n`,
    });
  useEffect(() => {
    if (from !== undefined) previous(from);
    // Once for each run that a link names; everything else is as it was then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [from]);
  return {
    error: put.error,
    retry: () => put.variables && put.mutate(put.variables),
    previous,
    file: (file: File) => put.mutate({ isOurs: false, get: () => file.text() }),
    sample: (name: string | undefined) =>
      put.mutate({
        isOurs: true,
        get: () => (name === undefined ? loadAllSamples() : loadSample(name)),
      }),
  };
}

interface Source {
  readonly get: () => Promise<string>;
  readonly isOurs: boolean;
}
