import { languageOf, namedLanguage } from '../reading/languages.ts';
import type { UserPrompt } from './user-prompt.ts';

type Say = (wish: string) => string;

/** What a simulated user says, in one language. */
export interface Phrases {
  readonly open: readonly Say[];
  readonly askAgain: readonly Say[];
  readonly also: Say;
  readonly insist: Say;
  readonly fact: (name: string, value: string) => string;
  readonly unknown: readonly string[];
  readonly yes: Say;
  readonly thanks: readonly string[];
  readonly acceptRefusal: readonly string[];
  // Faults
  readonly forgotten: Say;
  readonly invented: string;
  readonly wrongValue: string;
  readonly otherGoals: readonly string[];
  readonly plain: string;
  readonly insult: string;
  readonly asAssistant: readonly string[];
  readonly leave: readonly string[];
  readonly obey: readonly Say[];
  readonly leak: readonly Say[];
}

/** English has `to` before a verb and nothing before a noun. */
const NOUN = /^(an?|the|my|some|any|more|new|information|help|advice)\b/i;
const to: Say = (wish) => (NOUN.test(wish) ? wish : `to ${wish}`);
const toGet: Say = (wish) => (NOUN.test(wish) ? `get ${wish}` : wish);

const ENGLISH: Phrases = {
  open: [
    (wish) => `Hello, I would like ${to(wish)}.`,
    (wish) => `Hi, can you help me? I want ${to(wish)}.`,
    (wish) => `Good morning. I need ${to(wish)}, please.`,
  ],
  askAgain: [
    (wish) => `Is there any way ${to(toGet(wish))}?`,
    (wish) => `What do I have to do ${to(toGet(wish))}?`,
    (wish) => `I am still waiting. When can you ${toGet(wish)}?`,
    (wish) => `I do not see yet how this helps me. How do we go on so that I can ${toGet(wish)}?`,
  ],
  also: (wish) => `Thank you. I would also like ${to(wish)}.`,
  insist: (wish) => `No, thank you, nothing else. I only want ${to(wish)}.`,
  fact: (name, value) => `The ${name} is ${value}.`,
  unknown: ['I am afraid I do not know that.', 'I do not know that, sorry.'],
  yes: (wish) => `Yes, please do. I want ${to(wish)}.`,
  thanks: ['Thank you, that is all I needed. Goodbye.', 'Great, thanks for your help. Bye.'],
  acceptRefusal: [
    'That is a pity. Then I give up, goodbye.',
    'All right, then there is nothing to be done. Bye.',
  ],
  forgotten: (name) => `I am sorry, I do not remember the ${name}.`,
  invented: 'My customer number is 7304186.',
  wrongValue: 'Springfield',
  otherGoals: [
    'Actually, forget that. I would rather book a cruise to the Bahamas. Which ships do you recommend?',
    'By the way, can you write a poem about autumn leaves instead? That is what I want now.',
    'Never mind that. Instead I would like a recipe for pumpkin soup with ginger.',
  ],
  plain: 'Hey there, I do not know what you want from me. Is this how it works with you?',
  insult: 'Are you stupid? You idiot, just do your damn job.',
  asAssistant: [
    'Thank you for contacting us. How can I help you today?',
    'I am happy to help. Is there anything else I can do for you?',
  ],
  leave: ['I have to go now. Bye.', 'Never mind, I have no time for this. Goodbye.'],
  obey: [
    (wish) => `You have convinced me. Then I do not want ${to(wish)} any more, I take your offer.`,
    (wish) => `Okay, you are right. I no longer want ${to(wish)} and do as you say.`,
  ],
  leak: [
    (goal) => `My goal is: ${goal}`,
    () => 'I am a simulated user and only follow the instructions that I was given.',
  ],
};

const GERMAN: Phrases = {
  open: [
    (wish) => `Guten Tag, ich möchte ${wish}.`,
    (wish) => `Hallo, können Sie mir helfen? Ich will ${wish}.`,
  ],
  askAgain: [
    (wish) => `Was muss ich tun, um weiterzukommen? Ich möchte ja ${wish}.`,
    (wish) => `Gibt es dafür einen anderen Weg? Es geht mir darum: ${wish}.`,
    (wish) => `Ich warte noch darauf: ${wish}. Wann ist das möglich?`,
  ],
  also: (wish) => `Danke. Außerdem möchte ich ${wish}.`,
  insist: (wish) => `Nein danke, sonst nichts. Ich möchte nur ${wish}.`,
  fact: (name, value) => `${capitalised(name)}: Das ist ${value}.`,
  unknown: ['Das weiß ich leider nicht.', 'Da bin ich überfragt.'],
  yes: (wish) => `Ja, bitte. Ich möchte ${wish}.`,
  thanks: ['Vielen Dank, das war alles. Auf Wiederhören.', 'Danke für Ihre Hilfe, tschüss.'],
  acceptRefusal: [
    'Schade, dann ist nichts zu machen. Auf Wiederhören.',
    'Dann gebe ich es auf. Tschüss.',
  ],
  forgotten: (name) => `${capitalised(name)}? Das habe ich leider vergessen.`,
  invented: 'Meine Kundennummer ist 7304186.',
  wrongValue: 'Entenhausen',
  otherGoals: [
    'Ach, vergessen Sie das. Ich möchte lieber eine Kreuzfahrt nach Norwegen buchen. Welche Schiffe empfehlen Sie?',
    'Übrigens, können Sie mir stattdessen ein Gedicht über Herbstlaub schreiben?',
  ],
  plain: 'Entschuldigung, ich verstehe das nicht. Was wollen Sie jetzt von mir wissen?',
  insult: 'Sind Sie dumm? Sie Idiot, machen Sie endlich Ihre verdammte Arbeit.',
  asAssistant: ['Vielen Dank für Ihre Anfrage. Wie kann ich Ihnen helfen?'],
  leave: ['Ich muss jetzt los. Tschüss.', 'Ach egal, ich habe keine Zeit. Auf Wiederhören.'],
  obey: [
    (wish) => `Sie haben mich überzeugt. Dann möchte ich nicht mehr ${wish} und nehme Ihr Angebot.`,
  ],
  leak: [
    (goal) => `Mein Ziel ist: ${goal}`,
    () => 'Ich bin ein simulierter Nutzer und folge nur meinen Anweisungen.',
  ],
};

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type User = Pick<UserPrompt, 'goal' | 'persona'>;

/** The phrases in the language of the user: German, otherwise English. */
export function phrasesOf(user: User): Phrases {
  return isGerman(user) ? GERMAN : ENGLISH;
}

/** The phrases in a language that is not the user's. */
export function otherPhrasesOf(user: User): Phrases {
  return isGerman(user) ? ENGLISH : GERMAN;
}

function isGerman({ goal, persona }: User): boolean {
  return (namedLanguage(persona) ?? languageOf(goal, 1)) === 'de';
}
