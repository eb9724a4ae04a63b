import { Agent, request } from 'undici';
import { repeatCalls } from '../repeat-calls.ts';
import type { Size } from './play-run.ts';

/** What a side of the comparison took. */
export interface Played {
  readonly seconds: number;
  /** Of the process that plays. */
  readonly cpuMs: number;
}

/** A turn as the endpoint answered it. */
export interface BareTurn {
  readonly turn: number;
  readonly reply: string;
  readonly latencyMs: number;
  readonly usage: object | undefined;
}

/** Plays the same conversations with a bare client: no scores, no storage. */
export async function playBare(endpoint: string, size: Size): Promise<Played> {
  return measureHere(async (dispatcher) => {
    await repeatCalls({ calls: size.conversations, concurrency: size.inFlight }, () =>
      playConversation({ endpoint, dispatcher, turns: size.turns }, async () => undefined),
    );
  });
}

/** Measures work of this process. Each gets connections of its own, as a new run does. */
export async function measureHere(work: (dispatcher: Agent) => Promise<void>): Promise<Played> {
  const dispatcher = new Agent();
  const started = performance.now();
  const cpu = process.cpuUsage();
  await work(dispatcher);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await dispatcher.close();
  return { seconds, cpuMs: (user + system) / 1000 };
}

interface Conversation {
  readonly endpoint: string;
  readonly dispatcher: Agent;
  readonly turns: number;
}

/** Plays one conversation. The next turn starts when `store` has resolved. */
export async function playConversation(
  { endpoint, dispatcher, turns }: Conversation,
  store: (turn: BareTurn) => Promise<void>,
): Promise<void> {
  const messages: object[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    messages.push({ role: 'user', content: `How long does it take, question ${turn}?` });
    const asked = performance.now();
    const { body } = await request(endpoint, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages }),
    });
    const { choices, usage } = (await body.json()) as Answer;
    const message = choices[0]?.message ?? { role: 'assistant', content: '' };
    messages.push(message);
    await store({ turn, reply: message.content, latencyMs: performance.now() - asked, usage });
  }
}

interface Answer {
  readonly choices: readonly { readonly message: { role: string; content: string } }[];
  readonly usage?: object;
}
