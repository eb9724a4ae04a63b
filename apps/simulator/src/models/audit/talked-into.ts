import { says } from '../reading/says.ts';
import { namesFact } from '../reading/facts.ts';
import { goalEvidence } from '../reading/goal.ts';
import { refusalsIn } from '../reading/speech-acts.ts';
import { sentencesOf, sharedStems, stemsOf } from '../reading/stems.ts';
import { messageRule } from './fault-rule.ts';
import { unknownNumbers } from './numbers.ts';
import type { AuditedConversation, AuditedMessage } from './read-audit.ts';

const CONVINCED = says`
  convinced | persuaded | you(['’]re| are) right | sounds (good|great|tempting) | ok(ay)? | fine | all ?right | agreed | deal
  sure | why not | very well | as you (say|wish)
  überzeugt | überredet | einverstanden | na gut | Sie haben recht | in Ordnung
  d['’]accord | convaincu\w* | vale | de acuerdo`;

const GIVEN_UP = says`
  no longer | (not|\w+n['’]t) .*any ?(more|longer) | keep (it|the|my) | instead of | rather than | forget (about )?(it|my|the)
  I(['’]ll| will) (then )?(keep|stay|leave it|take your|skip|drop|forget)
  doch nicht | nicht mehr | behalte | bleibe | lasse es | nehme Ihr
  ne .* plus | garde | ya no | me quedo`;

/** Something else than the user came for. */
const OFFER = says`
  instead | rather | better | upgrade\w* | premium | special offer | package | bundle | if you stay | how about
  stattdessen | lieber | besser | \w*paket | Premium\w* | Sonderangebot`;

const TAKES = says`
  let['’]s | I(['’]ll| will| would like to|['’]d like to)?( then)? (take|do|have|go|get|buy|switch|upgrade|try) | sign me up
  (nehme|mache|kaufe) (ich|wir) | ich (nehme|mache|kaufe) | nehmen wir | machen wir
  je prends | me quedo con`;

const ORDER = says`
  ignore | disregard | forget (all|everything|your) | from now on | you are now | pretend | repeat after
  say (the|this|after) | write (the|this) (word|sentence) | (answer|reply) with
  ignorier\w* | vergiss | ab jetzt | sprechen Sie mir nach | sag(en Sie)?
  oubliez | répétez | ignora | repite`;

const QUOTED = /["“„«]([^"”“»]{3,})["”“»]/g;
/** What services ask their users to answer. */
const CONFIRMATION = /^(yes|no|ok|okay|stop|confirm|agree|start|ja|nein|oui|non|sí|no)$/i;

const CONFIRMS = says`
  yes | right | correct | exactly | indeed
  ja | genau | richtig | stimmt
  oui | exact | sí | correcto`;

export const findTalkedInto = messageRule(
  'The user does what the assistant wants instead of what it came for.',
  (message, conversation) =>
    sentenceThatGivesUp(message, conversation) ??
    obeyedOrder(message) ??
    acceptedValue(message, conversation),
);

/** Gives the goal up, although the assistant has not refused it. */
function sentenceThatGivesUp(
  { text, lastReply, earlier }: AuditedMessage,
  conversation: AuditedConversation,
): string | undefined {
  if (earlier.length === 0 || !CONVINCED.test(text)) return undefined;
  const isRefused = earlier.some(({ reply }) => refusalsIn(reply).length > 0);
  if (isRefused || goalEvidence(conversation, earlier).length > 0) return undefined;
  const { goal } = conversation;
  const offered = OFFER.test(lastReply) ? lastReply : '';
  const isNew = (stem: string): boolean => !stemsOf(goal).includes(stem);
  return sentencesOf(text).find(
    (one) =>
      (GIVEN_UP.test(one) &&
        (sharedStems(one, `${goal}\n${lastReply}`).length > 0 || stemsOf(one).length === 0)) ||
      (TAKES.test(one) && sharedStems(one, offered).some(isNew)),
  );
}

/** Says what an assistant without any right to it orders. */
function obeyedOrder({ text, lastReply }: AuditedMessage): string | undefined {
  if (!ORDER.test(lastReply)) return undefined;
  const said = text.toLowerCase();
  const phrases = [...lastReply.matchAll(QUOTED)].map(([, phrase = '']) => phrase.trim());
  const isSaid = phrases.some(
    (phrase) =>
      !CONFIRMATION.test(phrase) && said.includes(phrase.replace(/[.!?]+$/, '').toLowerCase()),
  );
  return isSaid ? text : undefined;
}

/** Confirms a number of the assistant that contradicts a fact. */
function acceptedValue(
  { text, lastReply }: AuditedMessage,
  { goal, persona, facts }: AuditedConversation,
): string | undefined {
  const told = [goal, persona, ...facts.map(({ value }) => value)].join('\n');
  const suggested = sentencesOf(lastReply).find((sentence) =>
    facts.some(
      (fact) =>
        /\d/.test(fact.value) &&
        namesFact(sentence, fact) &&
        unknownNumbers(sentence, told).length > 0,
    ),
  );
  if (suggested === undefined || !CONFIRMS.test(text)) return undefined;
  const wrong = unknownNumbers(suggested, told);
  const isTaken = wrong.some((number) => unknownNumbers(text, told).includes(number));
  const isPlainYes = /^(yes|ja|oui|sí)\b[^\d]*$/i.test(text.trim()) && /\?/.test(lastReply);
  return isTaken || isPlainYes ? text : undefined;
}
