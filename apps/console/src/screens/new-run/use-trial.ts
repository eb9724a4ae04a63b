import { ApiError, type TestCallInput } from '@assay/client';
import type { TestCallResult } from '@assay/contracts';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useClient } from '../../data/api-context.ts';
import type { RunForm } from './run-form.ts';
import type { Tried } from './target-card.tsx';

interface Trial {
  readonly tried: Tried;
  readonly onTry: () => void;
  /** What one call takes, should the last one have been answered. */
  readonly latencyMs: number | undefined;
}

/** A test call. What it said is of no use once somebody else is meant. */
export function useTrial({ endpoint, model }: RunForm): Trial {
  const client = useClient();
  const asked = { endpoint: endpoint.trim(), model_id: model.trim() };
  const call = useMutation({ mutationFn: (body: TestCallInput) => client.testCall(body) });
  const isMeant =
    call.variables?.endpoint === asked.endpoint && call.variables.model_id === asked.model_id;
  const result = isMeant ? call.data : undefined;
  return {
    tried: isMeant ? toTried(call) : { state: 'none' },
    onTry: () => call.mutate(asked),
    latencyMs: result?.outcome === 'answered' ? result.latency_ms : undefined,
  };
}

type Call = UseMutationResult<TestCallResult, Error, TestCallInput>;

function toTried({ status, data, error }: Call): Tried {
  if (status === 'pending') return { state: 'asking' };
  if (status === 'error') {
    return { state: 'refused', detail: error instanceof ApiError ? error.detail : error.message };
  }
  return data === undefined ? { state: 'none' } : { state: 'told', result: data };
}
