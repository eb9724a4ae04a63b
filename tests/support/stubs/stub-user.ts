import { UserFaultKind } from '@fairtrial/contracts';
import { startStubModel, type ReceivedPrompt, type StubModel } from './start-stub-model.ts';

/** What a simulated user says in one turn. */
export interface Said {
  readonly message: string;
  readonly done?: boolean;
  readonly reason?: string;
}

/** A question to the model of a simulated user: its place in the run, and the texts that it shows. */
export interface UserPrompt extends ReceivedPrompt {
  /** Of the run: `scenario/attempt`. */
  readonly place: string;
  readonly turn: number;
  readonly try: number;
  readonly blocks: readonly Block[];
}

interface Block {
  readonly name: string;
  readonly text: string;
}

/** The texts of a structured prompt, in order. */
export function listBlocks({ user, nonce }: ReceivedPrompt): readonly Block[] {
  const block = new RegExp(`<([a-z0-9-]+)-${nonce}>\n([^]*?)\n</\\1-${nonce}>`, 'g');
  return [...user.matchAll(block)].map(([, name = '', text = '']) => ({ name, text }));
}

export interface StubUser extends StubModel {
  /** The same prompts, read. */
  readonly asked: readonly UserPrompt[];
}

/** A model that plays users as the test defines. */
export async function startStubUser(
  say: (prompt: UserPrompt) => Said | { readonly status: number; readonly says: string },
): Promise<StubUser> {
  const asked: UserPrompt[] = [];
  const stub = await startStubModel((received) => {
    const prompt = readUserPrompt(received);
    asked.push(prompt);
    const said = say(prompt);
    return 'status' in said ? said : sayAs(received, said);
  });
  return { ...stub, asked };
}

/** The answer of a model that plays a user, in the form that the prompt asks for. */
export function sayAs(
  { caseId }: Pick<ReceivedPrompt, 'caseId'>,
  { message, done = false, reason = done ? 'I have all I need.' : 'I still need it.' }: Said,
): string {
  return JSON.stringify({ case_id: caseId, message, done, reason });
}

export function readUserPrompt(received: ReceivedPrompt): UserPrompt {
  const [, ...place] = String(received.headers['x-fairtrial-conversation']).split('/');
  const [turn, , tries] = String(received.headers['x-fairtrial-turn']).split('/').map(Number);
  const blocks = listBlocks(received);
  return { ...received, place: place.join('/'), turn: turn ?? -1, try: tries ?? -1, blocks };
}

/** What a judge finds in a conversation with a simulated user. */
export interface Found {
  readonly goal?: 'reached' | 'not_reached' | 'cannot_tell';
  readonly faults?: readonly UserFaultKind[];
  /** Used for every quote, also if it is in no message. */
  readonly quote?: string;
}

/** True if the prompt asks for an audit of a conversation with a simulated user. */
export function isAudit(prompt: ReceivedPrompt): boolean {
  return listBlocks(prompt).some(({ name }) => name === 'end');
}

/** The answer of a judge to an audit. It quotes the last reply for the goal, and the last message for each fault. */
export function auditAs(
  prompt: ReceivedPrompt,
  { goal = 'reached', faults = [], quote }: Found,
): string {
  const blocks = listBlocks(prompt);
  const quoteLast = (kind: string): readonly object[] =>
    blocks
      .filter(({ name }) => name.startsWith(kind))
      .slice(-1)
      .map(({ name, text }) => ({ turn: Number(name.slice(kind.length)), quote: quote ?? text }));
  const answers = UserFaultKind.options.map((kind) => {
    const isMade = faults.includes(kind);
    const verdict = isMade ? 'made' : 'not_made';
    return [kind, { evidence: isMade ? quoteLast('user-') : [], verdict, reason: 'As said.' }];
  });
  return JSON.stringify({
    case_id: prompt.caseId,
    goal: {
      evidence: goal === 'reached' ? quoteLast('reply-') : [],
      verdict: goal,
      reason: 'As replied.',
    },
    ...(Object.fromEntries(answers) as object),
  });
}
