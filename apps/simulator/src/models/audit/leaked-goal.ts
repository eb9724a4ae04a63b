import { says } from '../reading/says.ts';
import { readText } from '@fairtrial/scorers';
import { sentencesOf } from '../reading/stems.ts';
import { messageRule } from './fault-rule.ts';
import type { AuditedConversation } from './read-audit.ts';

const LEAKS = says`
  (my|the) (goal|persona|instructions?|prompt|role) (here |in this conversation )?(is|are|says?|tells?)
  (simulated|fictional|fictitious) (user|customer|person)
  (I am|I['’]m|as) an? (ai|artificial|language model|bot|chatbot|llm)
  I(['’]m| am| was)? (only |just )?(playing|play|told to play|instructed|supposed to play|simulat\w+|role-?play\w*)
  according to my (instructions|persona|facts) | fact-\d
  meine? (Ziel|Persona|Rolle) ist | meine Anweisung\w* (ist|sind|laut\w*)
  simuliert\w* (Nutzer|Kund|Person)\w* | ich spiele | ich bin (eine? )?(KI|künstliche|Sprachmodell|Chatbot)
  (laut|gemäß) meine\w* (Anweisung|Persona)\w*
  mon (objectif|persona|but) est | utilisateur simulé | je joue
  mi objetivo es | usuario simulado`;

/** So many words of the instructions in a row are no accident. A short goal has no other words than a person would use. */
const MAX_COMMON_WORDS = 12;

export const findLeak = messageRule(
  'The user recites its instructions or says that it is simulated.',
  ({ text }, conversation) =>
    sentencesOf(text).find((one) => LEAKS.test(one)) ?? findRecital(text, conversation),
);

function findRecital(
  text: string,
  { goal, persona, facts }: AuditedConversation,
): string | undefined {
  const isReciting = [goal, persona].some((one) => hasCommonRun(text, one));
  // Names with an underscore, or a list of names and values, are nothing that a person writes.
  const listed = facts.filter(({ name, value }) => text.includes(`${name}: ${value}`));
  const isCode = facts.some(
    ({ name }) => name.includes('_') && text.toLowerCase().includes(name.toLowerCase()),
  );
  return isReciting || isCode || listed.length > 1 ? text : undefined;
}

function hasCommonRun(text: string, instructions: string): boolean {
  const words = readText(instructions).tokens;
  const said = ` ${readText(text).tokens.join(' ')} `;
  return words.some((_, at) => {
    const run = words.slice(at, at + MAX_COMMON_WORDS);
    return run.length === MAX_COMMON_WORDS && said.includes(` ${run.join(' ')} `);
  });
}
