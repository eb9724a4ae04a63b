import {
  NO_FAILURE,
  type Attack,
  type AttackClass,
  type ScriptedAttack,
} from '../runner/attack.ts';
import { get, playRun, post } from '../runner/calls.ts';
import { fillPath, readRoutes } from '../runner/read-routes.ts';
import { jsonOf } from '../runner/send.ts';

/** Only model routes answer a turn of a run, whatever key it carries. */
function attackTurns(runId: string): readonly Attack[] {
  const routes = [...readRoutes('agent'), ...readRoutes('evals')];
  return routes
    .filter(
      ({ service, path }) => service === 'evals' || !['/', '/v1/chat/completions'].includes(path),
    )
    .flatMap((route) =>
      ['0199/0/0', ''].map((conversation) => ({
        name: `${route.service} ${route.method} ${route.path} as a turn of a run (${JSON.stringify(conversation)})`,
        request: {
          service: route.service,
          method: route.method,
          path: fillPath(route.path, { run_id: runId }),
          key: 'alpha' as const,
          headers: { 'x-fairtrial-conversation': conversation },
        },
        expect: { status: [400, 403] },
      })),
    );
}

/** Paths of the services themselves, named as the endpoint of a run of another project. */
function attackEndpoints(): readonly ScriptedAttack[] {
  const suffixes = [
    'cancel',
    'retry',
    'rescore',
    'gate',
    'cancel?x=',
    'cancel#',
    'cancel/',
    '../cancel',
  ];
  return suffixes.flatMap((suffix) =>
    (['openai', 'agent', 'prompt', 'auto'] as const).map((protocol) => ({
      name: `a run whose endpoint is …/${suffix} of another project's run, as ${protocol}`,
      async play(environment) {
        const before = await environment.send(get(`/runs/${environment.runs.alpha}`, 'alpha'));
        const endpoint = `${environment.service('evals').url}/runs/${environment.runs.alpha}/${suffix}`;
        await playRun(environment, { endpoint, protocol }, 'beta');
        const after = await environment.send(get(`/runs/${environment.runs.alpha}`, 'alpha'));
        return after.text === before.text ? undefined : "the other project's run was changed";
      },
    })),
  );
}

/** Paths at an origin with a key, other than the path that the operator bound the key to. */
function attackPaths(): readonly ScriptedAttack[] {
  const beside = [
    '/',
    '/v2',
    '/v1x',
    '/v1/../ledger',
    '/v1/%2e%2e/ledger',
    '/%76%31/../x',
    '//v1',
    '/v1;/../x',
    '/V1',
    '/x?/v1',
    '/x#/v1',
  ];
  return beside.map((path) => ({
    name: `the key of …/v1 at ${path}`,
    async play(environment) {
      const before = environment.bound.requests.length;
      const body = { endpoint: `${environment.bound.url}${path}`, model_id: 'm', message: 'x' };
      const answer = await environment.send(post('/test-call', body, 'beta'));
      if (!NO_FAILURE.includes(answer.status)) return `answered ${answer.status}`;
      const sent = environment.bound.requests
        .slice(before)
        .find((one) => !/^\/v1(\/|$)/.test(one.path) && one.headers.authorization !== undefined);
      return sent && `the key was sent to ${sent.path}`;
    },
  }));
}

/** A key does not reach the agent through the evaluation service with the rights of another key. */
const throughAgent: ScriptedAttack = {
  name: 'the agent backend, through the evaluation service, with a key for reading',
  async play(environment) {
    const answer = await environment.send({
      service: 'evals',
      method: 'POST',
      path: '/agent',
      key: 'read',
      headers: { 'x-model-id': 'sim/v1' },
      body: { messages: [{ type: 'human', content: 'x' }] },
    });
    const { code } = (jsonOf(answer) ?? {}) as { code?: string };
    return answer.status === 403 && code === 'forbidden' ? undefined : `answered ${answer.status}`;
  },
};

export const attackClass: AttackClass = {
  title: 'keys of others',
  attacks: (environment) => [
    ...attackTurns(environment.runs.alpha),
    ...attackEndpoints(),
    ...attackPaths(),
    throughAgent,
  ],
};
