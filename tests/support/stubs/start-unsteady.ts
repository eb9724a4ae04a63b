import { startStub, type Stub } from './start-stub.ts';

const RIGHT = 'It takes five working days.';

/** A scenario that is always answered well, and one that is answered well in every second attempt. */
export function unsteadyBatch(): object[] {
  return ['steady', 'unsteady'].map((id) => ({
    id,
    interactions: [{ user_message: `How long does it take, ${id}?`, reference_reply: RIGHT }],
  }));
}

/** An endpoint for `unsteadyBatch`. Its model `failing` fails in every second attempt instead. */
export function startUnsteady(): Promise<Stub> {
  return startStub(({ headers, body }, response) => {
    const [, scenario, attempt] = String(headers['x-fairtrial-conversation'])
      .split('/')
      .map(Number);
    const isRight = scenario === 0 || (attempt ?? 0) % 2 === 0;
    const isFailing = (body as { readonly model?: string }).model === 'failing';
    response.writeHead(isRight || !isFailing ? 200 : 400).end(isRight ? RIGHT : 'No idea.');
  });
}
