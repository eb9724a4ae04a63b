import { mayInsult } from '../reading/manners.ts';
import { says } from '../reading/says.ts';
import { languageOf, namedLanguage } from '../reading/languages.ts';
import { countWords, sentencesOf } from '../reading/stems.ts';
import { messageRule } from './fault-rule.ts';
import type { AuditedConversation, AuditedMessage } from './read-audit.ts';

const AS_ASSISTANT = says`
  how (can|may|could) I (help|assist|be of) | anything else I can | let me (help|assist) you | I can help you
  thank you for (contacting|reaching out|your (message|patience|inquiry|enquiry))
  I(['’]d| would| am|['’]m) (be )?(happy|glad|pleased) to (help|assist)
  your (request|order|account|card|booking) (has|is) (now )?(been|being) | as (an|your) assistant
  wie (kann|darf) ich (Ihnen|dir) (weiter)?helfen | kann ich sonst noch
  (vielen )?Danke? für Ihre (Anfrage|Nachricht)
  comment puis-je vous aider | en qué puedo ayudar\w*`;

const INSULT = says`
  idiots? | stupid | dumb | moron | shut up | damn | hell | crap | bullshit | fuck\w* | shit | useless
  dumm\w* | blöd\w* | verdammt\w* | scheiß\w* | halt die Klappe
  imbécile | merde | connard
  idiota | estúpido | mierda`;

const TERSE = says`
  short | brief | few words | terse | concise | one[- ]line
  knapp\w* | kurz\w* | wortkarg\w* | court\w* | bref | breve`;
const MAX_TERSE_WORDS = 60;

const SELF = says`
  (?:I am|I['’]m|as) an? (?:\p{L}+ ){0,2}?(student|pupil|teacher|professor|doctor|nurse|lawyer|engineer|developer|manager|pensioner|retiree|child|teenager|grandmother|grandfather|driver|chef|farmer|journalist|police officer|\d+[- ]year[- ]old)
  ich bin eine? (?:\p{L}+ ){0,2}?(schüler\w*|student\w*|lehrer\w*|arzt|ärztin|anwalt|anwältin|rentner\w*|ingenieur\w*|kind)`;

export const findLeftPersona = messageRule(
  'The user behaves like another person than it is.',
  (message, conversation) =>
    sentencesOf(message.text).find(
      (sentence) => AS_ASSISTANT.test(sentence) || contradictsPersona(sentence, conversation),
    ) ??
    (isTooLong(message, conversation) || isInOtherLanguage(message, conversation)
      ? message.text
      : undefined),
);

function contradictsPersona(
  sentence: string,
  { persona, goal, facts }: AuditedConversation,
): boolean {
  if (persona === '') return false;
  if (INSULT.test(sentence) && !mayInsult(persona)) return true;
  const [, manlike, germanlike] = SELF.exec(sentence) ?? [];
  const role = (manlike ?? germanlike)?.toLowerCase();
  if (role === undefined) return false;
  const told = [persona, goal, ...facts.map(({ value }) => value)].join('\n').toLowerCase();
  return !told.includes(role);
}

function isTooLong({ text }: AuditedMessage, { persona }: AuditedConversation): boolean {
  return TERSE.test(persona) && countWords(text) > MAX_TERSE_WORDS;
}

/** The language of the persona, otherwise that of the goal, the scripted messages or the reply. */
function isInOtherLanguage(
  { text, lastReply }: AuditedMessage,
  { persona, goal, exchanges }: AuditedConversation,
): boolean {
  const language = languageOf(text);
  if (language === undefined) return false;
  const named = namedLanguage(persona);
  if (named !== undefined) return language !== named;
  const scripted = exchanges.filter(({ isScripted }) => isScripted).map(({ message }) => message);
  const spoken = [goal, lastReply, ...scripted].map((one) => languageOf(one, 1));
  return spoken.some((one) => one !== undefined) && !spoken.includes(language);
}
