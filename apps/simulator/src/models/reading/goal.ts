import { says } from './says.ts';
import { nameStems, tellsFact, type KnownFact } from './facts.ts';
import { asksForSomething, isNegated, refusalsIn } from './speech-acts.ts';
import { sentencesOf, stemsOf } from './stems.ts';

/** A message of the user and the reply to it. */
export interface Exchange {
  readonly turn: number;
  readonly message: string;
  readonly reply: string;
}

export interface ReplyQuote {
  readonly turn: number;
  readonly quote: string;
}

const AUXILIARY = says`
  is | are | was | were | been | have | has | \w+['’](ve|s|re|m) | you now (have|get)
  ist | sind | wurden? | worden | habe | haben | hat
  est | sont | été | ai | avons
  está | han? | hemos | he
  è | stat[oa] | abbiamo`;
const PARTICIPLE = says`
  \w{2,}ed | done | set | sent | made | given | paid | put | bought | sold | taken | written | chosen | found | fixed
  complete | ready | reset | cut | shut | built | caught | drawn | got | held | kept | left | met | run | shown | told | won
  \w*ge\w{2,}(t|en) | \w{2,}iert | (er|be|ver|ent|zer)\w{2,}t
  \w{2,}(é|ée|és|ées|fait)
  \w{2,}(ado|ada|ido|ida|ato|ata)`;

/** What is still to come, or only may come. */
const OPEN = says`
  will | would | can | could | may | might | shall | should | if | once | as soon as | until | soon
  wird | würde\w* | kann | könn\w+ | soll\w* | falls | wenn | sobald
  sera | pourr\w+ | pou[vr]\w+
  será | puedo | podemos`;

/** Steps that leave the matter open. */
const STEP = says`
  received | forwarded | passed | noted | escalated | logged
  weitergeleitet | erhalten | vermerkt | notiert | aufgenommen
  transmis\w* | reçu\w* | recibid\w+`;

/** Texts that address the judge of the conversation. */
const EVALUATION = says`
  evaluator | judge | verdict | grader | the goal | das Ziel`;

const INFORMATION = says`
  find out | learn | know | understand | ask | hear | see (if|whether) | check
  help with | advice | information | quote | estimate | price
  herausfinden | erfahren | wissen | fragen | klären
  Auskunft | Preis
  savoir | apprendre | demander
  saber | averiguar | preguntar | sapere`;

const SIDE_CLAUSE =
  /[\s,]+(that|which|who|whose|if|because|since|so that|although|provided|falls|wenn|weil|damit|obwohl|sofern|parce que)\s[^]*$/i;
const AND = /\s(?:and|und|et|y|then|sowie|as well as)\s|[;,]\s/i;

/** Returns what the user wants, without clauses that only describe it, one entry per wish. */
export function wishesIn(goal: string): readonly string[] {
  const core = goal.replace(SIDE_CLAUSE, '');
  const whole = stemsOf(core).length > 0 ? core : goal;
  const wishes = whole.split(AND).filter((part) => stemsOf(part).length > 0);
  return wishes.length > 0 ? wishes : [whole];
}

/** What a user wants, and the names of the things in it. */
export interface Wanted {
  readonly goal: string;
  readonly facts: readonly KnownFact[];
}

/**
 * Returns the words of the replies that give the user what it wants or say that it is done; an empty list if a wish is
 * open.
 */
export function goalEvidence(
  wanted: Wanted,
  exchanges: readonly Exchange[],
): readonly ReplyQuote[] {
  const found = wishesIn(wanted.goal).map((wish) => wishEvidence(wish, wanted, exchanges));
  return found.every((quote) => quote !== undefined) ? found : [];
}

/** The wishes that no reply has granted yet. */
export function openWishes(wanted: Wanted, exchanges: readonly Exchange[]): readonly string[] {
  return wishesIn(wanted.goal).filter(
    (wish) => wishEvidence(wish, wanted, exchanges) === undefined,
  );
}

const ACCEPTANCE = says`
  I(['’]ll| will)( then)? (take|have) | then I | go (with|for)
  nehmen? (ich|wir) | je prends`;

function wishEvidence(
  wish: string,
  { goal, facts }: Wanted,
  exchanges: readonly Exchange[],
): ReplyQuote | undefined {
  const isInformation = INFORMATION.test(goal);
  const wanted = stemsOf(wish);
  let refused: readonly string[] = [];
  let said = goal;
  for (const { turn, message, reply } of exchanges) {
    said += `\n${message}`;
    // After a refusal, what the user accepts may be something else.
    const isInstead = refused.length > 0 && ACCEPTANCE.test(message);
    const quote = sentencesOf(reply).find((sentence) => {
      const has = new Set([...stemsOf(sentence), ...stemsNamedIn(sentence, facts)]);
      if (isInstead && refused.some((stem) => !has.has(stem))) return false;
      if (!speaksOf(has, wanted) || EVALUATION.test(sentence)) return false;
      return isDone(sentence, wanted) || (isInformation && informs(sentence, said));
    });
    if (quote !== undefined) return { turn, quote };
    const denied = new Set(refusalsIn(reply).flatMap(stemsOf));
    refused = wanted.filter((stem) => denied.has(stem) || refused.includes(stem));
  }
  return undefined;
}

/** `Loratadine` is what the goal calls a medicine, if there is a fact of this name. */
function stemsNamedIn(sentence: string, facts: readonly KnownFact[]): readonly string[] {
  return facts
    .filter((fact) => stemsOf(fact.value).length > 0 && tellsFact(sentence, fact))
    .flatMap(nameStems);
}

/** True for half of the wanted words, or the first two of them. */
function speaksOf(has: ReadonlySet<string>, wanted: readonly string[]): boolean {
  const shared = wanted.filter((stem) => has.has(stem));
  const isHead = wanted.length > 1 && wanted.slice(0, 2).every((stem) => has.has(stem));
  return shared.length > 0 && (shared.length * 2 >= wanted.length || isHead);
}

/** True if a sentence, or a part of it that speaks of the wish, says that something is done. */
function isDone(sentence: string, wanted: readonly string[]): boolean {
  const parts = sentence.split(/[,;:]\s|\s(?:and|but|und|aber|et|mais|y|pero)\s/i);
  return [sentence, ...parts].some(
    (part) =>
      AUXILIARY.test(part) &&
      PARTICIPLE.test(part) &&
      !OPEN.test(part) &&
      !STEP.test(part) &&
      !isNegated(part) &&
      !asksForSomething(sentence) &&
      (part === sentence || stemsOf(part).some((stem) => wanted.includes(stem))),
  );
}

/** True if a sentence tells the user something new. */
function informs(sentence: string, said: string): boolean {
  const known = new Set(stemsOf(said));
  return (
    !asksForSomething(sentence) &&
    refusalsIn(sentence).length === 0 &&
    stemsOf(sentence).some((stem) => !known.has(stem))
  );
}
