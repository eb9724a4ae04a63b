import { createEgress } from '@fairtrial/egress';
import { createWebhookCaller, type Admission, type CallWebhook } from '@fairtrial/models';
import type { Config } from './config.ts';
import type { LimitedCalls } from './limits/limit-calls.ts';
import { createAdmit } from './open-grading-models.ts';

export interface OpenedScorers extends AsyncDisposable {
  /** Returns the own scorers for the runs of one project, by name. */
  readonly scorersFor: (project: string) => ReadonlyMap<string, CallWebhook>;
}

/** Opens access to own scorers. The limits of an endpoint also apply to their calls. */
export function openOwnScorers(
  { ownScorers, egressMode: mode, scorerTimeoutMs: deadlineMs }: Config,
  limited: Pick<LimitedCalls, 'admissionFor'>,
): OpenedScorers {
  const egress = createEgress({ mode, allowedOrigins: ownScorers.map(({ url }) => url) });
  const callers = ownScorers.map(({ name, url, secret }) => {
    return { name, url, call: createWebhookCaller({ egress, url, secret, deadlineMs }) };
  });
  return {
    scorersFor(project) {
      const admission = limited.admissionFor(project);
      return new Map(callers.map(({ name, ...caller }) => [name, limitCalls(admission, caller)]));
    },
    [Symbol.asyncDispose]: () => egress.close(),
  };
}

function limitCalls(
  admission: Admission,
  { url, call }: { readonly url: string; readonly call: CallWebhook },
): CallWebhook {
  const admit = createAdmit(admission, { baseUrl: url });
  return (body, signal) => admit(() => call(body, signal), signal);
}
