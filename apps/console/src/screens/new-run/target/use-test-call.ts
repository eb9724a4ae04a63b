import { ApiError, type Body } from '@fairtrial/client';
import type { FieldError, TestCallResult } from '@fairtrial/contracts';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { BatchRequest } from '../../../batch/batch-types.ts';
import { useClient } from '../../../data/api-context.ts';
import type { RunForm } from '../run-form.ts';
import { readTarget } from './choose-target.ts';

export type TestCallState =
  | { readonly state: 'none' | 'pending' }
  | { readonly state: 'done'; readonly result: TestCallResult }
  | {
      readonly state: 'refused';
      readonly detail: string;
      readonly errors: readonly FieldError[];
    };

export interface TestCall {
  readonly testCall: TestCallState;
  /** The change of the form is not yet in its state. */
  readonly onTestCall: (change?: Partial<RunForm>) => void;
  /** `undefined` if the last call was not answered. */
  readonly latencyMs: number | undefined;
}

/** A test call to the target of the form. Its result is dropped when the target changes. */
export function useTestCall(form: RunForm, batch: BatchRequest | undefined): TestCall {
  const client = useClient();
  const describeCall = (described: RunForm): Body<'POST /test-call'> => ({
    endpoint: described.endpoint.trim(),
    model_id: described.model.trim(),
    ...readTarget(described, batch),
  });
  const call = useMutation({
    mutationFn: (body: Body<'POST /test-call'>) => client.request('POST /test-call', { body }),
  });
  const isCurrent = JSON.stringify(call.variables) === JSON.stringify(describeCall(form));
  const result = isCurrent ? call.data : undefined;
  return {
    testCall: isCurrent ? toTestCallState(call) : { state: 'none' },
    onTestCall: (change = {}) => call.mutate(describeCall({ ...form, ...change })),
    latencyMs: result?.outcome === 'answered' ? result.latency_ms : undefined,
  };
}

function toTestCallState({
  status,
  data,
  error,
}: UseMutationResult<TestCallResult, Error, Body<'POST /test-call'>>): TestCallState {
  if (status === 'pending') return { state: 'pending' };
  if (status === 'error') {
    const isApiError = error instanceof ApiError;
    return {
      state: 'refused',
      detail: isApiError ? error.detail : error.message,
      errors: isApiError ? error.errors : [],
    };
  }
  return data === undefined ? { state: 'none' } : { state: 'done', result: data };
}
