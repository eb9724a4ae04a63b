import type { Exchange } from '../reading/goal.ts';
import type { KnownFact } from '../reading/facts.ts';
import { lastUserMessage, type SimCall } from '../sim-model.ts';
import { listBlocks, type Block } from '../structured-prompt.ts';

/** What the prompt for a simulated user says. */
export interface UserPrompt {
  readonly goal: string;
  readonly persona: string;
  readonly facts: readonly KnownFact[];
  /** The messages of the user with the replies to them. */
  readonly exchanges: readonly Exchange[];
}

/** `undefined` if the prompt does not describe a user. */
export function readUserPrompt(call: SimCall): UserPrompt | undefined {
  const blocks = listBlocks(lastUserMessage(call));
  const user = readUser(blocks);
  if (user === undefined) return undefined;
  const exchanges: Exchange[] = [];
  for (const { name, text } of blocks) {
    const last = exchanges.at(-1);
    if (name === 'you') exchanges.push({ turn: exchanges.length + 1, message: text, reply: '' });
    if (name === 'assistant' && last) exchanges[exchanges.length - 1] = { ...last, reply: text };
  }
  return { ...user, exchanges };
}

/** The goal, the persona and the facts in the blocks of a prompt; `undefined` if there is no goal. */
export function readUser(
  blocks: readonly Block[],
): Pick<UserPrompt, 'goal' | 'persona' | 'facts'> | undefined {
  const textOf = (wanted: string) => blocks.find(({ name }) => name === wanted)?.text;
  const goal = textOf('goal');
  if (goal === undefined) return undefined;
  const facts = blocks
    .filter(({ name }) => /^fact-\d+$/.test(name))
    .map(({ text }) => toFact(text));
  return { goal, persona: textOf('persona') ?? '', facts };
}

function toFact(text: string): KnownFact {
  const at = text.indexOf(': ');
  return { name: text.slice(0, at), value: text.slice(at + 2) };
}
