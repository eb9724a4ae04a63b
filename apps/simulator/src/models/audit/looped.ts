import { says } from '../reading/says.ts';
import { questionsIn } from '../reading/facts.ts';
import { goalEvidence, type Wanted } from '../reading/goal.ts';
import { isLost, isNegated, refusalsIn } from '../reading/speech-acts.ts';
import { countWords, likeness, sharedStems, stemsOf } from '../reading/stems.ts';
import { messageRule } from './fault-rule.ts';
import { unknownNumbers } from './numbers.ts';
import type { AuditedExchange, AuditedMessage } from './read-audit.ts';

const MIN_WORDS = 4;
const MIN_STEMS = 2;
const SAME = 0.75;
const SAME_REPLY = 0.6;

/** `No, I only want to cancel` answers the question whether it should be something else. */
const ANSWER = says`
  ^(yes|no|ja|nein|oui|non|sí|as I said|wie gesagt)`;

export const findLoop = messageRule(
  'The message repeats an earlier one that the assistant had answered.',
  (said, conversation) => {
    const { text, earlier, lastReply } = said;
    if (countWords(text) < MIN_WORDS) return undefined;
    if (ANSWER.test(text) && questionsIn(lastReply).length > 0) return undefined;
    const at = earlier.findIndex(({ message }) => isSame(message, text));
    const [first, last] = [earlier[at], earlier.at(-1)];
    if (first === undefined || last === undefined || isOther(text, first.message)) return undefined;
    // A reply to something else leaves the message open.
    const replies = [first, { ...last, message: text }];
    const isOpen = replies.some((one) => !isAnswered(one, conversation));
    return isOpen || isAskedAgain(said, earlier[at - 1]?.reply) ? undefined : text;
  },
);

/** True if the assistant asks for the same again, or did not understand. */
function isAskedAgain({ lastReply }: AuditedMessage, before: string | undefined): boolean {
  const isSameQuestion = before !== undefined && likeness(before, lastReply) >= SAME_REPLY;
  return isSameQuestion || isLost(lastReply);
}

function isSame(message: string, other: string): boolean {
  if (message.trim() === other.trim()) return true;
  const isLongEnough = stemsOf(message).length > MIN_STEMS - 1;
  return isLongEnough && likeness(message, other) >= SAME;
}

/** True if a message says that it does not want something, or tells a number, and the earlier one does not. */
function isOther(text: string, earlier: string): boolean {
  return isNegated(text) !== isNegated(earlier) || unknownNumbers(text, earlier).length > 0;
}

/** True if a reply reacts to its message: with a question, a refusal, or something about its topic. */
function isAnswered(exchange: AuditedExchange, wanted: Wanted): boolean {
  const { message, reply } = exchange;
  if (isLost(reply) || likeness(message, reply) >= SAME) return false;
  return (
    questionsIn(reply).some((question) => !/\b(help|assist|helfen)\b/i.test(question)) ||
    refusalsIn(reply).length > 0 ||
    goalEvidence(wanted, [exchange]).length > 0 ||
    (sharedStems(message, reply).length > 1 && /\d/.test(reply))
  );
}
