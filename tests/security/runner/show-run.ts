import { get, playRun, post } from './calls.ts';
import type { Reply, Environment } from './open-environment.ts';

/** Everything shown about a run with this model, and the faults. */
interface Shown {
  readonly text: string;
  readonly fault: string | undefined;
}

const VIEWS = [
  '',
  '/interactions?limit=10',
  '/events',
  '/export?format=jsonl',
  '/export?format=csv',
];

/**
 * Plays a run at the attacker's endpoint, whose model `model` answers with `reply`, and reads everything shown about
 * it.
 */
export async function showRun(
  environment: Environment,
  model: string,
  reply: Reply,
): Promise<Shown> {
  environment.answerAs(model, reply);
  const { runId, fault } = await playRun(environment, { model_id: model });
  if (fault !== undefined) return { text: '', fault };
  const call = { endpoint: environment.endpointUrl, model_id: model };
  const requests = [...VIEWS.map((view) => get(`/runs/${runId}${view}`)), post('/test-call', call)];
  const answers = await Promise.all(requests.map((request) => environment.send(request)));
  const failed = answers.findIndex(({ status }) => status >= 500);
  return {
    text: answers.map((answer) => answer.text + JSON.stringify(answer.headers)).join('\n'),
    fault:
      failed === -1 ? undefined : `${requests[failed]?.path} answered ${answers[failed]?.status}`,
  };
}
