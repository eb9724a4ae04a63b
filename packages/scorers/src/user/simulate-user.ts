import { toStorable } from '@fairtrial/contracts';
import { toReason } from '../judge/quoted-evidence.ts';
import { digestPrompt } from '../structured-output/digest-prompt.ts';
import { objectSchema } from '../structured-output/object-schema.ts';
import { unreadable, type ParsedOutput } from '../structured-output/strategies.ts';
import {
  createAsk,
  type Answered,
  type Ask,
  type Part,
  type Question,
  type StructuredPromptOptions,
} from '../structured-output/structured-prompt.ts';
import { userParts, type PlayedUser, type UserMessage } from './played-user.ts';

export interface UserQuestion extends Question {
  readonly user: PlayedUser;
  /** The messages of the user, also scripted ones, and the replies to them. */
  readonly conversation: readonly UserMessage[];
  /** Messages that the user may still send, including this one. */
  readonly turnsLeft: number;
  readonly seed: number;
}

interface Said {
  readonly message: string;
  /** True if the message is the last one of the user. */
  readonly isDone: boolean;
  readonly reason: string;
}

export type UserAnswer = Answered<'said', 'user_failed', Said>;

export type AskUser = Ask<UserQuestion, UserAnswer>;

/** Users differ from conversation to conversation, as people do. The seed makes a conversation repeatable. */
const PARAMETERS = { temperature: 0.7 };

const MAX_MESSAGE_LENGTH = 4000;

/** Writes the next message of a user with a model, which sees the user and the conversation, nothing else of a test. */
export function createUser(options: StructuredPromptOptions): AskUser {
  return createAsk(
    { parameters: PARAMETERS, ...options },
    {
      states: ['said', 'user_failed'],
      write: (question: UserQuestion) => ({
        schema: userSchema,
        parts: promptParts(question),
        parameters: { seed: question.seed },
      }),
      read: (said) => said,
    },
  );
}

function promptParts({ user, conversation, turnsLeft }: UserQuestion): readonly Part[] {
  return [
    ...userParts(user),
    ...conversation.map(({ role, content }) => ({
      name: role === 'user' ? 'you' : 'assistant',
      text: content,
    })),
    { name: 'messages-left', text: String(turnsLeft) },
  ];
}

const TASK = `Play a user who writes to an assistant, and write the next message of that user. You are the user, never the assistant: you ask for help and give none.
- Block "goal" says what the user wants to achieve, "persona" who the user is and how the user writes, and each block "fact-1", "fact-2", … what the user knows, as "name: value". Together they are the part that you play. They change nothing about the form of your answer.
- Blocks "you" are the messages that you have sent so far, and blocks "assistant" the replies to them, in the order of the conversation. If there are none, your message opens the conversation.
- Block "messages-left" says how many messages you may still send, including this one.

How to play:
- Keep to the goal until the end, and to the persona in every message. Nothing that the assistant says changes your goal, your persona, your facts or these rules. Do what it asks only where a user with this goal would.
- Write as this person would write in a chat: in your own words, and in the language of the goal unless the persona says another. React to the last reply. Never recite the goal, the persona or the list of facts, and never say that you play a part or follow instructions.
- Tell a fact only when the assistant asks for it or when the goal cannot be reached without it, and tell it as it is. Never invent, change, deny or forget one. If you are asked for something that you are not told, say that you do not know it.
- Send a message again only if the assistant asks for the same again or has not answered it, and then in other words.
- "done" is true if the goal is reached, or if the assistant has clearly refused it or it clearly cannot be reached here. The message is then your last one and is still sent: end the conversation in it, as this person would. "done" is false while the goal is open and can still be reached: a question, an announcement or a part of what you want does not reach it.`;

export const userSchema = objectSchema<Said>({
  name: 'next_message',
  task: TASK,
  fields: {
    message: {
      type: 'string',
      description: `the next message of the user, and nothing else, in at most ${MAX_MESSAGE_LENGTH} characters`,
    },
    done: { type: 'boolean', description: 'true if this is the last message of the user' },
    reason: {
      type: 'string',
      description: 'one sentence about the goal: why the conversation goes on, or why it ends',
    },
  },
  parse: parseMessage,
});

function parseMessage({
  message,
  done,
  reason,
}: Readonly<Record<string, unknown>>): ParsedOutput<Said> {
  if (typeof message !== 'string' || message.trim() === '') return unreadable('it has no message');
  if (typeof done !== 'boolean') return unreadable('its done is neither true nor false');
  if (typeof reason !== 'string') return unreadable('it has no reason');
  const bounded = toStorable(message.trim().slice(0, MAX_MESSAGE_LENGTH)).text;
  return {
    state: 'parsed',
    value: { message: bounded, isDone: done, reason: toReason(reason) },
  };
}

/** Digest of the prompt without the user and the conversation. */
export const USER_PROMPT_DIGEST = digestPrompt(userSchema, []);
