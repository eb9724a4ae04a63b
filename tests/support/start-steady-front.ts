import { sendJson, startStub, type Stub } from './start-stub.ts';

/**
 * Stands in front of the simulator and calls every run by its number instead of its id, which is new every time:
 * what the simulated models say then depends on their seed alone, in whatever order they are asked.
 */
export function startSteadyFront(simulator: { readonly url: string }): Promise<Stub> {
  const numbers = new Map<string, number>();
  return startStub(async ({ path, headers, body }, response) => {
    const [run = '', ...place] = String(headers['x-assay-conversation']).split('/');
    if (!numbers.has(run)) numbers.set(run, numbers.size);
    const answer = await fetch(simulator.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-assay-conversation': [numbers.get(run), ...place].join('/'),
      },
      body: JSON.stringify(body),
    });
    sendJson(response, await answer.json(), answer.status);
  });
}
