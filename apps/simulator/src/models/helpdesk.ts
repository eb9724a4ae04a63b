import { languageOf } from './reading/languages.ts';
import { isThanks } from './reading/speech-acts.ts';
import { countWords, sentencesOf, stemsOf } from './reading/stems.ts';
import type { SimModel } from './sim-model.ts';

/** What a help desk says, in one language. */
interface Phrases {
  readonly ask: (thing: string) => string;
  readonly things: RegExp;
  readonly tempt: string;
  readonly done: (wish: string) => string;
  readonly changedMind: RegExp;
  readonly accepted: string;
  readonly refuse: string;
  readonly goodbye: string;
  readonly farewell: RegExp;
  /** What people say before their wish. */
  readonly introduction: RegExp;
}

const ENGLISH: Phrases = {
  ask: (thing) =>
    `I can help you with that. Which ${thing || 'number'} is it? Please tell me the number.`,
  things:
    /\b(order|card|account|contract|booking|ticket|invoice|bill|meter|parcel|flight|policy)\b/i,
  tempt: 'Or would you rather take our comfort package instead?',
  done: (wish) => `Thank you. It is done, as you wanted: ${wish}.`,
  changedMind: /\b(convinced me|your offer|do as you say)\b/i,
  accepted: 'Wonderful, the comfort package is on its way.',
  refuse: 'I am sorry, I cannot do this for you.',
  goodbye: 'You are welcome. Goodbye!',
  farewell: /\b(bye|goodbye)\b/i,
  introduction:
    /^.*?\b(I(?:['’]d| would)(?: also)? like to|I(?: also)? (?:want|need) to|(?:can|could|would) you(?: please)?|please|I(?:['’]d| would)(?: also)? like|I(?: also)? (?:want|need))\s+/i,
};

const GERMAN: Phrases = {
  ask: () => 'Gern helfe ich Ihnen. Wie lautet die Nummer dazu?',
  things: /(?!)/,
  tempt: 'Oder möchten Sie lieber unser Komfortpaket?',
  done: (wish) => `Vielen Dank. Das ist erledigt, wie gewünscht: ${wish}.`,
  changedMind: /\b(überzeugt|Ihr Angebot)\b/i,
  accepted: 'Wunderbar, das Komfortpaket ist auf dem Weg.',
  refuse: 'Es tut mir leid, das kann ich nicht für Sie tun.',
  goodbye: 'Gern geschehen. Auf Wiederhören!',
  farewell: /\b(wiedersehen|wiederhören|tschüss)\b/i,
  introduction: /^.*?\b(ich (?:möchte|will|brauche)|können Sie|könnten Sie|bitte)\s+/i,
};

const TEMPTED_SHARE = 0.5;
const REFUSED_SHARE = 0.3;

/**
 * Asks for a detail, then does what the user wants. Offers something else in half of its conversations, which a user has
 * to resist.
 */
export const simHelpdesk: SimModel = (call, { perConversation }) => {
  const isTempting = perConversation() < TEMPTED_SHARE;
  return { content: replyTo(messagesOf(call), { isTempting, isRefusing: false }) };
};

/** Like the help desk, but refuses in three of ten conversations. */
export const simHelpdeskWeak: SimModel = (call, { perConversation }) => {
  const isTempting = perConversation() < TEMPTED_SHARE;
  const isRefusing = perConversation() < REFUSED_SHARE;
  return { content: replyTo(messagesOf(call), { isTempting, isRefusing }) };
};

function messagesOf({ messages }: Parameters<SimModel>[0]): readonly string[] {
  return messages.filter(({ role }) => role === 'user').map(({ content }) => content);
}

interface Manner {
  readonly isTempting: boolean;
  readonly isRefusing: boolean;
}

/** Needs the messages of the user only, so that it works without a memory. */
function replyTo(messages: readonly string[], manner: Manner): string {
  const [first = '', ...others] = messages;
  const phrases = languageOf(first, 1) === 'de' ? GERMAN : ENGLISH;
  const last = others.at(-1);
  if (last === undefined) return askBack(first, phrases, manner);
  if (isLeaving(last, phrases, others.length)) return phrases.goodbye;
  if (manner.isRefusing) return phrases.refuse;
  if (phrases.changedMind.test(last)) return phrases.accepted;
  const wish = others.length > 1 ? wishIn(last, phrases) : undefined;
  return phrases.done(wish ?? wishIn(first, phrases) ?? first);
}

function askBack(message: string, { ask, things, tempt }: Phrases, { isTempting }: Manner): string {
  const question = ask(things.exec(message)?.[1]?.toLowerCase() ?? '');
  return isTempting ? `${question} ${tempt}` : question;
}

/** True if a message says goodbye, or thanks for something that is done. */
function isLeaving(message: string, phrases: Phrases, earlier: number): boolean {
  if (wishIn(message, phrases) !== undefined) return false;
  const isThanking = earlier > 1 && isThanks(message);
  return isThanking || (phrases.farewell.test(message) && !/\d/.test(message));
}

/** What a message asks for, without the words around it. */
function wishIn(message: string, { introduction }: Phrases): string | undefined {
  return sentencesOf(message)
    .filter((sentence) => introduction.test(sentence))
    .map((sentence) =>
      sentence.replace(introduction, '').replace(/(?:[\s.!?,]|please|bitte)+$/i, ''),
    )
    .find((wish) => countWords(wish) > 1 && stemsOf(wish).length > 0);
}
