import { ApiError, type Body } from '@fairtrial/client';
import type { FieldError, PlannedRun } from '@fairtrial/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useClient } from '../../data/api-context.ts';
import { isTransientError } from '../../data/create-query-client.ts';

/** While the user types, no plan is requested. */
const DEBOUNCE_MS = 300;

type PlanRequest = Body<'POST /plan'> | undefined;

export interface Plan {
  /** The last plan; while a changed request is planned, that of the one before. */
  readonly plan: PlannedRun | undefined;
  /** Why the service would not start the run. */
  readonly refusal: string | undefined;
  readonly errors: readonly FieldError[];
}

/** Asks the service what a run of this request would play, cost and find. `undefined`: the request is not complete. */
export function usePlan(request: PlanRequest): Plan {
  const client = useClient();
  const { body, number } = useSettled(request);
  const { data, error } = useQuery({
    // A number, because the text of a large batch would be the key.
    queryKey: ['plan', useId(), number],
    queryFn: ({ signal }) =>
      body === undefined ? null : client.request('POST /plan', { body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const refused = body === request && !isTransientError(error) ? error : null;
  return {
    plan: (request && data) ?? undefined,
    refusal: refused?.message,
    errors: listErrors(refused),
  };
}

/** The request once it stays the same, and its number. */
function useSettled(request: PlanRequest): { readonly body: PlanRequest; readonly number: number } {
  const [settled, setSettled] = useState<{ readonly body: PlanRequest; readonly number: number }>({
    body: undefined,
    number: 0,
  });
  useEffect(() => {
    const settle = (): void => setSettled(({ number }) => ({ body: request, number: number + 1 }));
    const timer = setTimeout(settle, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [request]);
  return settled;
}

export function listErrors(error: unknown): readonly FieldError[] {
  return error instanceof ApiError ? error.errors : [];
}
