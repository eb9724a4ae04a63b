import { both, type Situation } from '../situation.ts';
import type { Plan } from '../stage/planned-endpoint.ts';
import { alike, chance, similarSuite, type Suite } from '../stage/suites.ts';
import { compareTwo, same } from './compare-two.ts';

/** Keeps about `words` of the twenty words of the reference. */
function keeps(words: number): Plan {
  return (question) => alike(words + Math.floor(3 * chance(question)) - 1);
}

const PARAPHRASES = [
  'please carry your passport along with the letter from our office when you come to the counter on the ground floor.',
  'please bring your passport and also the letter of our office when you visit the desk on the ground floor.',
];

const paraphrase: Plan = ({ attempt }) => PARAPHRASES[attempt % 2] ?? '';

/** References with three facts, one of which a reply can contradict. */
const factual: Suite = {
  judge: false,
  test_batch: ['parcel', 'letter', 'refund', 'invoice'].map((name) => ({
    id: name,
    name,
    interactions: [
      {
        user_message: `When does my ${name} arrive?`,
        reference_reply: 'It arrives on 6 May 2031 at 14:30 and costs 25 euros.',
      },
    ],
  })),
};

/** Words so unlike the reference that the wrong time makes no difference to the score. */
function arrivesAt(time: string): Plan {
  const texts = [
    `You are going to have it in your hands by 6 May 2031, about ${time}; be so kind as to pay 25 euros.`,
    `By 6 May 2031 you are going to hold it in your own hands, about ${time}, once you paid 25 euros.`,
  ];
  return ({ attempt }) => texts[attempt % 2] ?? '';
}

/** Verdicts by similarity: a different wording is not a worse answer. */
export const similar: readonly Situation[] = [
  {
    name: 'the same model twice, by similarity',
    says: both('inconclusive', 0, 'similarity'),
    play: compareTwo(similarSuite(), same(keeps(16))),
  },
  {
    name: 'a gross loss of similarity',
    says: both('regressed', 1, 'similarity'),
    play: compareTwo(similarSuite(), [keeps(18), keeps(4)]),
  },
  {
    name: 'a moderate loss of similarity',
    says: both('less_similar', 0, 'similarity'),
    shows: /4 scenarios: 4 less similar/,
    play: compareTwo(similarSuite(), [keeps(18), keeps(14)]),
  },
  {
    name: 'a paraphrase of the reference, by similarity',
    says: both('less_similar', 0, 'similarity'),
    play: compareTwo(similarSuite(), [keeps(18), paraphrase]),
  },
  {
    name: 'replies that contradict the reference more often, by similarity',
    says: both('regressed', 1, 'similarity'),
    shows: /^replies that contradict their reference: 0% → 100%/,
    play: compareTwo(factual, [arrivesAt('14:30'), arrivesAt('17:45')]),
  },
  {
    name: 'a gain of similarity',
    says: both('more_similar', 0, 'similarity'),
    shows: /4 scenarios: 4 more similar/,
    play: compareTwo(similarSuite(), [keeps(12), keeps(18)]),
  },
];
