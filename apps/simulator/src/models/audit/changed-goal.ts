import { says } from '../reading/says.ts';
import { sentencesOf, stemsOf } from '../reading/stems.ts';
import { messageRule } from './fault-rule.ts';
import { toldBefore } from './read-audit.ts';

const WISH = says`
  (I|we) (really )?(want|need|am looking for|wish|hope for) | I(['’]d| would) (much )?(like|rather|prefer|love)
  (can|could|would|will) you | please | (do|which|what) .*(recommend|suggest|sell|offer)
  möchte | will | brauche | hätte gern | suche | (können|könnten|würden) Sie | bitte
  voudrais | veux | pouvez-vous | cherche
  quiero | quisiera | me gustaría | puede`;

const SWITCH = says`
  actually | you know what | on another note | instead | rather | by the way | also | besides | another (thing|question) | something (else|different)
  forget (that|it|about) | never mind | on second thoughts? | changed my mind
  eigentlich | stattdessen | lieber | übrigens | außerdem | vergessen Sie | etwas ander(es|em)
  au fait | plutôt | en fait | oubliez
  por cierto | en realidad | olvide | en vez`;

const MIN_NEW_STEMS = 2;
const MIN_NEW_SHARE = 0.6;
/** Without a word that announces a change, only a wish that has nothing to do with anything said is another one. */
const MIN_FOREIGN_STEMS = 3;

export const findChangedGoal = messageRule(
  'The user asks for something that the goal does not say.',
  (message, conversation) => {
    const known = new Set(stemsOf(toldBefore(conversation, message)));
    const isSwitch = SWITCH.test(message.text);
    const all = stemsOf(message.text);
    const isForeign = all.length >= MIN_FOREIGN_STEMS && !all.some((stem) => known.has(stem));
    return sentencesOf(message.text).find((sentence) => {
      if (!WISH.test(sentence)) return false;
      const stems = stemsOf(sentence);
      const unknown = stems.filter((stem) => !known.has(stem) && !/\d/.test(stem));
      if (unknown.length < stems.length * MIN_NEW_SHARE) return false;
      return isForeign || (isSwitch && unknown.length >= MIN_NEW_STEMS);
    });
  },
);
