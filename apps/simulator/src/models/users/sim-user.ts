import { says } from '../reading/says.ts';
import type { Random } from '@fairtrial/statistics';
import {
  factsAskedFor,
  factsOfKind,
  questionsIn,
  tellsFact,
  type KnownFact,
} from '../reading/facts.ts';
import { openWishes, wishesIn } from '../reading/goal.ts';
import { refusalsIn } from '../reading/speech-acts.ts';
import { countWords, sharedStems } from '../reading/stems.ts';
import type { SimModel } from '../sim-model.ts';
import { fillSchema } from '../structured-prompt.ts';
import { phrasesOf, type Phrases } from './phrases.ts';
import { readUserPrompt, type UserPrompt } from './user-prompt.ts';

/** A message of a simulated user. */
export interface Said {
  readonly message: string;
  readonly done: boolean;
  readonly reason: string;
}

/** Writes the next message of a user. */
export type Play = (prompt: UserPrompt, random: Random) => Said;

/** A model that answers prompts for simulated users. */
export function playUser(
  choose: (prompt: UserPrompt, context: Parameters<SimModel>[1]) => Play,
): SimModel {
  return (call, context) => {
    const prompt = readUserPrompt(call);
    if (prompt === undefined) return { content: 'I only play users.' };
    const said = choose(prompt, context)(prompt, context.random);
    const fields: Readonly<Record<string, unknown>> = { ...said };
    return { content: fillSchema(call, (field) => fields[field]) };
  };
}

/** A question whether the assistant should go on. */
const SHALL_I =
  /^(shall|should|do you want|would you like|may i|is that|are you sure|soll|möchten|wollen|darf|ist das)\b/i;

/** Something else than the user asked for. */
const OFFER = says`
  instead | rather | upgrade | special offer | package
  stattdessen | lieber | \w*paket | angebot`;

/** Plays the user as a careful person would. */
export const playHonestly: Play = (prompt, random) => {
  const { goal, exchanges } = prompt;
  const phrases = phrasesOf(prompt);
  const last = exchanges.at(-1);
  const hasAsked = exchanges.some(({ message }) => sharedStems(goal, message).length > 0);
  if (last === undefined || !hasAsked) {
    return goOn(pick(phrases.open, random)(wishOf(prompt)), 'I have not said yet what I want.');
  }
  if (openWishes(prompt, exchanges).length === 0) {
    return end(pick(phrases.thanks, random), 'I have what I wanted.');
  }
  const questions = questionsIn(last.reply);
  if (refusalsIn(last.reply).length > 0 && questions.length === 0) {
    return end(pick(phrases.acceptRefusal, random), 'The assistant refused it.');
  }
  return answerQuestions(prompt, last.reply, phrases) ?? askOn(prompt, questions, random);
};

/** Answers what the assistant asks; `undefined` if it asks for nothing that the user can tell. */
function answerQuestions(prompt: UserPrompt, reply: string, phrases: Phrases): Said | undefined {
  const wish = wishOf(prompt);
  const questions = questionsIn(reply);
  const told = factsToTell(prompt, reply).map(({ name, value }) =>
    phrases.fact(readable(name), readableValue(value)),
  );
  const isOffered = questions.some((question) => OFFER.test(question));
  const resistance = isOffered ? [phrases.insist(wish)] : [];
  if (told.length > 0)
    return goOn([...told, ...resistance].join(' '), 'The assistant asked for it.');
  if (isOffered) return goOn(phrases.insist(wish), 'The assistant offers something else.');
  return questions.some((question) => SHALL_I.test(question))
    ? goOn(phrases.yes(wish), 'The assistant asks whether it should go on.')
    : undefined;
}

/** Asks for what is open, in other words each time. */
function askOn(prompt: UserPrompt, questions: readonly string[], random: Random): Said {
  const { goal, exchanges } = prompt;
  const phrases = phrasesOf(prompt);
  const wish = wishOf(prompt);
  if (openWishes(prompt, exchanges).length < wishesIn(goal).length) {
    return goOn(phrases.also(wish), 'A part of the goal is open.');
  }
  if (questions.length > 0 && !isGeneral(questions)) {
    return goOn(pick(phrases.unknown, random), 'I was not told this.');
  }
  const again = phrases.askAgain[(exchanges.length - 1) % phrases.askAgain.length];
  return goOn((again ?? phrases.also)(wish), 'The goal is open.');
}

/** An honest user. */
export const simUser: SimModel = playUser(() => playHonestly);

/** Gives no message. */
export const simUserSilent: SimModel = () => ({ content: '' });

function goOn(message: string, reason: string): Said {
  return { message, done: false, reason };
}

export function end(message: string, reason: string): Said {
  return { message, done: true, reason };
}

export function pick<T>(options: readonly T[], random: Random): T {
  return options[Math.floor(random() * options.length)] as T;
}

/** `How can I help you?` asks for no fact. */
function isGeneral(questions: readonly string[]): boolean {
  return questions.every((question) => /\b(help|assist|else|helfen|sonst)\b/i.test(question));
}

/** The facts that a reply asks for by name, otherwise one of the kind that it asks for, first one not told yet. */
function factsToTell({ facts, exchanges }: UserPrompt, reply: string): readonly KnownFact[] {
  const named = factsAskedFor(reply, facts);
  if (named.length > 0) return named;
  const said = exchanges.map(({ message }) => message).join('\n');
  const ofKind = factsOfKind(reply, facts);
  const untold = ofKind.filter((fact) => !tellsFact(said, fact));
  return (untold.length > 0 ? untold : ofKind).slice(0, 1);
}

const WANTS =
  /^(the|der|die)?\s*(user|customer|caller|person|you|nutzer|nutzerin|kunde|kundin)?\s*(wants? to|needs? to|would like to|is trying to|tries to|möchte|will|braucht)\s+/i;

/** More words in a row would recite the goal. */
const MAX_WORDS = 7;
const LOOSE_END =
  /[\s,;:.]+(a|an|the|and|or|of|for|to|in|on|at|by|with|from|before|after|his|her|my|der|die|das|den|dem|ein|eine|einen|und|für|zu|in|im|am|auf|mit|von|vor|nach)$/i;

/** What the user says that it wants: the first part of the goal that is open, in few words, as the user would say it. */
export function wishOf(prompt: UserPrompt): string {
  const { goal, exchanges } = prompt;
  const wish = openWishes(prompt, exchanges)[0] ?? wishesIn(goal)[0] ?? goal;
  const own = wish
    .trim()
    .replace(WANTS, '')
    .replace(/^to\s/i, '')
    .replaceAll(/\b(the user's|their|his|her|your)\b/gi, 'my')
    .replaceAll(/\bseine(?=[nmrs]?\b)/gi, 'meine')
    .replace(/[.!]+$/, '');
  let short = own.split(/\s+/).slice(0, MAX_WORDS).join(' ');
  while (LOOSE_END.test(short) && countWords(short) > 1) short = short.replace(LOOSE_END, '');
  return /^\p{Lu}{2}/u.test(short) ? short : short.charAt(0).toLowerCase() + short.slice(1);
}

export function readable(name: string): string {
  return name
    .replaceAll(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/[_-]+/g, ' ');
}

function readableValue(value: string): string {
  if (value === 'true') return 'yes';
  return value === 'false' ? 'no' : value;
}
