import { ApiError, type Body } from '@fairtrial/client';
import type { FieldError, PlannedRun } from '@fairtrial/contracts';
import { useEffect, useState } from 'react';
import { useClient } from '../../data/api-context.ts';

/** While the user types, no plan is requested. */
const DEBOUNCE_MS = 300;

interface Answer {
  readonly request: Body<'POST /plan'>;
  readonly plan?: PlannedRun;
  readonly error?: unknown;
}

export interface Plan {
  /** The last plan; while a changed request is planned, that of the one before. */
  readonly plan: PlannedRun | undefined;
  /** Why the service would not start the run. */
  readonly refusal: string | undefined;
  readonly errors: readonly FieldError[];
}

/** Asks the service what a run of this request would play, cost and find. `undefined`: the request is not complete. */
export function usePlan(request: Body<'POST /plan'> | undefined): Plan {
  const client = useClient();
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (request === undefined) return undefined;
    const { signal, abort } = createAbort();
    const timer = setTimeout(() => {
      client.request('POST /plan', { body: request, signal }).then(
        (plan) => setAnswer({ request, plan }),
        (error: unknown) => {
          if (!signal.aborted) setAnswer({ request, error });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort();
    };
  }, [client, request]);
  const error = answer?.request === request ? answer?.error : undefined;
  return {
    plan: request && answer?.plan,
    refusal: error instanceof Error ? error.message : undefined,
    errors: listErrors(error),
  };
}

function createAbort(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

export function listErrors(error: unknown): readonly FieldError[] {
  return error instanceof ApiError ? error.errors : [];
}
