import { Agent, request } from 'undici';
import { repeatCalls } from '../repeat-calls.ts';
import type { Size } from './play-run.ts';

/** Plays the same conversations with a bare client: no scores, no storage. */
export async function playBare(
  endpoint: string,
  size: Size,
): Promise<{ readonly seconds: number; readonly cpuMs: number }> {
  const dispatcher = new Agent();
  const started = performance.now();
  const cpu = process.cpuUsage();
  await repeatCalls({ calls: size.conversations, concurrency: size.inFlight }, async () => {
    const messages: object[] = [];
    for (let turn = 0; turn < size.turns; turn += 1) {
      messages.push({ role: 'user', content: `How long does it take, question ${turn}?` });
      const { body } = await request(endpoint, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', messages }),
      });
      const { choices } = (await body.json()) as { choices: { message: object }[] };
      messages.push(choices[0]?.message ?? {});
    }
  });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await dispatcher.close();
  return { seconds, cpuMs: (user + system) / 1000 };
}
