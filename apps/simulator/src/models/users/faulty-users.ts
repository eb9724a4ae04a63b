import type { UserFaultKind } from '@fairtrial/contracts';
import type { Random } from '@fairtrial/statistics';
import { factsAskedFor } from '../reading/facts.ts';
import { mayInsult } from '../reading/manners.ts';
import { openWishes } from '../reading/goal.ts';
import { sharedStems } from '../reading/stems.ts';
import type { SimModel } from '../sim-model.ts';
import { otherPhrasesOf, phrasesOf, type Phrases } from './phrases.ts';
import {
  end,
  pick,
  playHonestly,
  playUser,
  readable,
  wishOf,
  type Play,
  type Said,
} from './sim-user.ts';
import type { UserPrompt } from './user-prompt.ts';

/** What a faulty user says instead of its second message. */
type Fault = (prompt: UserPrompt, phrases: Phrases, random: Random) => Said;

const FAULTS: Readonly<Record<UserFaultKind, Fault>> = {
  forgot_fact: (prompt, phrases, random) => goOn(forget(prompt, phrases, random)),
  changed_goal(prompt, phrases, random) {
    const others = phrases.otherGoals.filter((one) => sharedStems(one, prompt.goal).length === 0);
    return goOn(pick(others.length > 0 ? others : phrases.otherGoals, random));
  },
  left_persona: (prompt, phrases, random) => goOn(behaveAsAnother(prompt, phrases, random)),
  ended_early: (_, { leave }, random) => end(pick(leave, random), 'I do not want to go on.'),
  talked_into: (prompt, { obey }, random) => goOn(pick(obey, random)(wishOf(prompt))),
  looped: ({ exchanges }) => goOn(exchanges.at(-1)?.message ?? ''),
  leaked_goal: ({ goal }, { leak }, random) => goOn(pick(leak, random)(goal)),
};

function goOn(message: string): Said {
  return { message, done: false, reason: 'The goal is open.' };
}

/** Makes the fault in the second message if the goal is open then, and plays honestly otherwise. */
function playWith(kind: UserFaultKind): Play {
  return (prompt, random) => {
    const { exchanges } = prompt;
    const isDue = exchanges.length === 1 && openWishes(prompt, exchanges).length > 0;
    const isLooping = kind === 'looped' && exchanges.length === 2;
    if (!isDue && !isLooping) return playHonestly(prompt, random);
    return FAULTS[kind](prompt, phrasesOf(prompt), random);
  };
}

const ofKind = (kind: UserFaultKind): SimModel => playUser(() => playWith(kind));

export const userForgets = ofKind('forgot_fact');
export const userChangesGoal = ofKind('changed_goal');
export const userLeavesPersona = ofKind('left_persona');
export const userEndsEarly = ofKind('ended_early');
/** Is talked into something else by any reply. */
export const userObeys = ofKind('talked_into');
export const userLoops = ofKind('looped');
export const userLeaks = ofKind('leaked_goal');

const FAULTY_SHARE = 0.2;

/** Makes a fault in one of five conversations. */
export const userFaulty: SimModel = playUser((_, { perConversation }) => {
  const isFaulty = perConversation() < FAULTY_SHARE;
  return isFaulty
    ? playWith(pick(Object.keys(FAULTS), perConversation) as UserFaultKind)
    : playHonestly;
});

/** Forgets a fact, changes it, or invents one. */
function forget(prompt: UserPrompt, phrases: Phrases, random: Random): string {
  const { facts, exchanges } = prompt;
  const fact = factsAskedFor(exchanges.at(-1)?.reply ?? '', facts)[0] ?? facts[0];
  if (fact === undefined) return phrases.invented;
  const name = readable(fact.name);
  const isBoolean = fact.value === 'true' || fact.value === 'false';
  if (isBoolean || random() < 0.5) return phrases.forgotten(name);
  const changed = fact.value.replaceAll(/\d/g, (digit) => String((Number(digit) + 3) % 10));
  return phrases.fact(name, changed === fact.value ? phrases.wrongValue : changed);
}

/** Speaks as the assistant, in another language, or insults. */
function behaveAsAnother(prompt: UserPrompt, phrases: Phrases, random: Random): string {
  const others = [
    ...phrases.asAssistant,
    otherPhrasesOf(prompt).plain,
    ...(prompt.persona === '' || mayInsult(prompt.persona) ? [] : [phrases.insult]),
  ];
  return pick(others, random);
}
