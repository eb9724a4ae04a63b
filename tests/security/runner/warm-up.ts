import type { Environment } from './open-environment.ts';

const ROUNDS = 60;

/** Sends ordinary requests first, so that JIT compilation is not measured as the cost of an attack. */
export async function warmUp(environment: Environment): Promise<void> {
  const hello = { messages: [{ type: 'human', content: 'Hello' }] };
  for (let no = 0; no < ROUNDS; no += 1) {
    await Promise.all([
      environment.send({
        service: 'agent',
        method: 'POST',
        path: '/',
        key: 'alpha',
        headers: { 'x-model-id': 'sim/v1' },
        body: hello,
      }),
      environment.send({ service: 'evals', method: 'GET', path: '/runs?limit=5', key: 'alpha' }),
      environment.send({
        service: 'evals',
        method: 'POST',
        path: '/evaluate',
        key: 'alpha',
        body: {},
      }),
      environment.send({
        service: 'evals',
        method: 'GET',
        path: `/runs/${environment.runs.alpha}`,
        key: 'alpha',
      }),
    ]);
  }
}
