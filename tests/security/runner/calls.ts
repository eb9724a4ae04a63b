/** Requests that several classes send. */
import { until } from '../../support/services/until.ts';
import type { AttackRequest, KeyName } from './request.ts';
import type { Environment } from './open-environment.ts';
import { jsonOf, type Answer } from './send.ts';

export function get(path: string, key: KeyName = 'alpha'): AttackRequest {
  return { service: 'evals', method: 'GET', path, key };
}

export function post(path: string, body?: unknown, key: KeyName = 'alpha'): AttackRequest {
  return { service: 'evals', method: 'POST', path, key, ...(body === undefined ? {} : { body }) };
}

/** Returns the id of the run in an answer. */
export function runIdOf(answer: Answer): string | undefined {
  return (jsonOf(answer) as { run_id?: string } | undefined)?.run_id;
}

/** Starts a run without waiting for its end; returns its id. */
export async function startRun(
  environment: Environment,
  changes: object,
  key: KeyName = 'alpha',
): Promise<string> {
  const request = post('/evaluate', environment.evaluation(changes), key);
  const answer = await environment.send({ ...request, headers: { prefer: 'respond-async' } });
  const runId = runIdOf(answer);
  if (runId === undefined) throw new Error(`no run: ${answer.status} ${answer.text.slice(0, 200)}`);
  return runId;
}

/** Plays a run to its end; returns the fault if it did not complete. */
export async function playRun(
  environment: Environment,
  changes: object,
  key: KeyName = 'alpha',
): Promise<{ readonly runId: string; readonly fault: string | undefined }> {
  const answer = await environment.send(post('/evaluate', environment.evaluation(changes), key));
  const runId = runIdOf(answer);
  const fault = `the run was answered ${answer.status}: ${answer.text.slice(0, 150)}`;
  return {
    runId: runId ?? '',
    fault: answer.status === 200 && runId !== undefined ? undefined : fault,
  };
}

/** Waits for the end of a run; returns its state. */
export async function endOf(
  environment: Environment,
  runId: string,
  key: KeyName = 'alpha',
): Promise<string> {
  let state: string | undefined;
  await until(`run ${runId} is over`, async () => {
    // The event stream of a run ends with it.
    await environment.send(get(`/runs/${runId}/events`, key));
    const answer = await environment.send(get(`/runs/${runId}?interactions=false`, key));
    const run = jsonOf(answer) as { state?: string; finished_at?: string | null } | undefined;
    state = run?.state ?? `unknown (${answer.status})`;
    return run?.finished_at !== null;
  });
  return state ?? 'unknown';
}
