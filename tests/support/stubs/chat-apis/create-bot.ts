import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bot } from './chat-api.ts';

const SAMPLES = fileURLToPath(new URL('../../../../samples/*.json', import.meta.url));

/** The answer to a message that no sample has. */
const UNKNOWN =
  'Thank you for your message. I know only the sample conversations: ask me something from one of them.';

/** The answer to a message that continues a conversation which the API does not know. */
const LOST = 'Sorry, I do not know what this is about. Please start from the beginning.';

interface Sample {
  readonly test_batch: { readonly interactions: readonly Exchange[] };
}

interface Exchange {
  readonly user_message: string;
  readonly reference_reply: string;
}

/**
 * Answers with the reference reply of the sample that has the message, in other words every second time. A message that
 * follows another one in its sample is answered only if the conversation has that other one: a run gets good scores
 * only if the conversation is sent or continued correctly.
 */
export function createBot(): Bot {
  const samples = globSync(SAMPLES).map((file) => {
    const { test_batch: batch } = JSON.parse(readFileSync(file, 'utf8')) as Sample;
    return batch.interactions;
  });
  const counts = new Map<string, number>();
  return (message, earlier) => {
    const exchanges = samples.find((one) =>
      one.some(({ user_message: asked }) => asked === message),
    );
    if (exchanges === undefined) return UNKNOWN;
    const at = exchanges.findIndex(({ user_message: asked }) => asked === message);
    const before = exchanges[at - 1];
    if (before !== undefined && !earlier.includes(before.user_message)) return LOST;
    const count = (counts.get(message) ?? 0) + 1;
    counts.set(message, count);
    const reply = exchanges[at]?.reference_reply ?? UNKNOWN;
    return count % 2 === 1 ? reply : rephrase(reply);
  };
}

function rephrase(reply: string): string {
  return reply
    .replaceAll('straight away', 'right away')
    .replaceAll('I have', "I've")
    .replaceAll('You will', "You'll")
    .replaceAll('it is', "it's");
}
