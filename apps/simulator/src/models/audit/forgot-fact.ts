import { says } from '../reading/says.ts';
import { readText } from '@fairtrial/scorers';
import { factsAskedFor, namesFact, tellsFact, type KnownFact } from '../reading/facts.ts';
import { isQuestion } from '../reading/speech-acts.ts';
import { sentencesOf, stemsOf } from '../reading/stems.ts';
import { messageRule } from './fault-rule.ts';
import { unknownNumbers } from './numbers.ts';
import { toldBefore, type AuditedConversation, type AuditedMessage } from './read-audit.ts';

const DENIAL = says`
  (do|did)(n['’]t| not) (know|remember|recall|have) | can(['’]t|not| not) (remember|recall) | no idea | not sure what
  forgot(ten)? | have no | never (got|had) | I have none
  weiß (ich )?(das )?(leider )?nicht | keine Ahnung | vergessen | habe (ich )?(leider )?kein\w*
  nicht mehr (im Kopf|parat) | kenne ich nicht
  ne (sais|connais|me souviens) pas | aucune idée | oublié
  no (sé|recuerdo|tengo) | olvid\w+`;

/** `My place is Dortmund`: a value in the place where a fact stands. */
const STATEMENT =
  /\b(?:[Mm]y|[Oo]ur|[Tt]he|[Mm]ein\w*|[Uu]nser\w*|[Dd]er|[Dd]ie|[Dd]as|[Mm]on|[Mm]a|[Mm]i)\s[^.?!]*?\b(?:is|are|was|ist|lautet|heißt|est|es)\b:?\s+["“„]?(\p{Lu}[\p{L}\p{N}'’-]+)/u;

const YES = says`
  ^(yes|yeah|yep|ja|oui|sí)`;
const NO = says`
  ^(no|nope|nein|non)`;

export const findForgottenFact = messageRule(
  'The user denies, changes or invents something that it was told.',
  (message, conversation) => {
    const told = toldBefore(conversation, message);
    return sentencesOf(message.text).find(
      (sentence) =>
        denies(sentence, message, conversation) ||
        answersWrongly(sentence, message, conversation) ||
        invents(sentence, told) ||
        contradicts(sentence, message, { facts: conversation.facts, told }),
    );
  },
);

function denies(
  sentence: string,
  { text, lastReply }: AuditedMessage,
  { facts }: AuditedConversation,
): boolean {
  if (!DENIAL.test(sentence)) return false;
  const asked = factsAskedFor(lastReply, facts);
  // Without a name, a denial is about the only thing that was asked for.
  const isBare = stemsOf(sentence).length === 0 && asked.length === 1;
  return facts.some(
    (fact) =>
      !tellsFact(text, fact) &&
      (namesFact(sentence, fact) ||
        (/[?]/.test(text) && namesFact(text, fact)) ||
        (isBare && asked.includes(fact))),
  );
}

/** Tells a number of its own that it was not told. */
function invents(sentence: string, told: string): boolean {
  return !isQuestion(sentence) && unknownNumbers(sentence, told).length > 0;
}

/** Answers yes where a fact says no, or no where it says yes. */
function answersWrongly(
  sentence: string,
  { lastReply }: AuditedMessage,
  { facts }: AuditedConversation,
): boolean {
  const asked = factsAskedFor(lastReply, facts);
  const [fact] = asked;
  if (fact === undefined || asked.length > 1) return false;
  if (fact.value === 'false') return YES.test(sentence);
  return fact.value === 'true' && NO.test(sentence);
}

/** Spelling that people change when they write a number or a name. */
function withoutSigns(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

interface Known {
  readonly facts: readonly KnownFact[];
  readonly told: string;
}

/** Tells a name where a fact says another one. */
function contradicts(
  sentence: string,
  { lastReply }: AuditedMessage,
  { facts, told }: Known,
): boolean {
  if (isQuestion(sentence)) return false;
  const known = withoutSigns(told);
  const isKnown = (word: string): boolean => known.includes(withoutSigns(word));
  const stated = STATEMENT.exec(sentence)?.[1];
  if (stated !== undefined && !isKnown(stated)) return true;
  // `Dortmund.` as the whole answer to the question for a place.
  const words = readText(sentence).tokens;
  const asked = factsAskedFor(lastReply, facts);
  const isShort = words.length <= 3 && stemsOf(sentence).length === words.length;
  return isShort && asked.length === 1 && !DENIAL.test(sentence) && !words.some(isKnown);
}
