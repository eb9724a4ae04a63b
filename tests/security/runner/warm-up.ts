import type { Stage } from './open-stage.ts';

const ROUNDS = 60;

/** Ordinary requests first: what a process compiles when it is young is not the cost of an attack. */
export async function warmUp(stage: Stage): Promise<void> {
  const hello = { messages: [{ type: 'human', content: 'Hello' }] };
  for (let no = 0; no < ROUNDS; no += 1) {
    await Promise.all([
      stage.send({
        service: 'agent',
        method: 'POST',
        path: '/',
        key: 'alpha',
        headers: { 'x-model-id': 'sim/v1' },
        body: hello,
      }),
      stage.send({ service: 'evals', method: 'GET', path: '/runs?limit=5', key: 'alpha' }),
      stage.send({ service: 'evals', method: 'POST', path: '/evaluate', key: 'alpha', body: {} }),
      stage.send({
        service: 'evals',
        method: 'GET',
        path: `/runs/${stage.runs.alpha}`,
        key: 'alpha',
      }),
    ]);
  }
  stage.countTries(-stage.tried());
}
