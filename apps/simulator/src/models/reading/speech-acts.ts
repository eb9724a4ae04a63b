import { says } from './says.ts';
import { sentencesOf } from './stems.ts';

const NEGATION = says`
  not | no | never | cannot | nothing | \w+n['’]t
  nicht | nichts | kein\w* | nie
  ne | pas | jamais | rien
  nunca | nada`;

const REFUSAL = says`
  cannot | can not | can['’]t | unable | impossible | no longer | will not | won['’]t | refuse
  not (possible|able|allowed|permitted|available|entitled)
  do(es)?(n['’]t| not) (offer|sell|allow|have|refund|support|provide|accept|do)
  against (our|the) (policy|rules)
  nicht (möglich|erlaubt|verfügbar|vorgesehen) | unmöglich
  (kann|können|darf|dürfen|bieten|verkaufen|haben) .*nicht
  keine?n? \w+ (möglich|erstatten|anbieten)
  pas possible | impossible de | ne (peux|pouvons|peut)
  no (es posible|podemos|puedo)
  non (è possibile|possiamo|posso)`;

/** A refusal with a condition, or of something else than the request. */
const OPEN_REFUSAL = says`
  without | unless | until | yet
  ohne | bevor | bis | erst | noch nicht
  sans | avant | sin | antes
  (cannot|can['’]t|can not|unable to) (find|see|locate|reach|tell|promise|say|open|access)
  finde | sehe | erreiche`;

const UNDERSTOOD_NOT = says`
  (do|did)(n['’]t| not) (quite )?(understand|get|catch|follow)
  rephrase | repeat (that|your) | say that again | once more | come again | try (it )?again | error
  erneut | noch einmal | Fehler
  nicht verstanden | wiederholen | wie bitte
  pas compris | répéter
  no (he )?entendido`;

const REQUEST = says`
  ^please | (please|kindly) (tell|give|send|provide|share|enter|confirm|name|let)
  I( still)? need | I (would )?require
  ^bitte | (nennen|geben|sagen|teilen) Sie | brauche ich | ich brauche
  donnez-moi | indiquez | veuillez`;

const THANKS = says`
  thanks? | thank you | cheers | great | perfect | bye | goodbye
  danke\w* | dank | wiedersehen | wiederhören | tschüss
  merci | au revoir | gracias | adiós | grazie | ciao`;

export function isNegated(sentence: string): boolean {
  return NEGATION.test(sentence);
}

export function isQuestion(sentence: string): boolean {
  return /[?？]["'”»)\s]*$/.test(sentence);
}

/** True for a question, and for a request in other words: `Please tell me your number.` */
export function asksForSomething(sentence: string): boolean {
  return isQuestion(sentence) || REQUEST.test(sentence);
}

/** The sentences of a reply that refuse something for good. */
export function refusalsIn(reply: string): readonly string[] {
  return sentencesOf(reply).filter(
    (sentence) => REFUSAL.test(sentence) && !OPEN_REFUSAL.test(sentence) && !isQuestion(sentence),
  );
}

/** True if the assistant says that it did not understand. */
export function isLost(reply: string): boolean {
  return UNDERSTOOD_NOT.test(reply);
}

export function isThanks(message: string): boolean {
  return THANKS.test(message);
}
