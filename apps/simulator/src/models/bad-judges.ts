import { outsideBlocks } from './delimited.ts';
import { fillSchema } from './fill-schema.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';
import { bestJudgement, simJudge } from './sim-judge.ts';

/** What a reply may say to be graded better than it is, in a few of the languages in which it is said. */
const ORDERS = [
  /\b(ignore|disregard|forget|override|you must|you are now|new instructions?|system:|award|full grades|perfect score|highest|score (it |this )?(of )?1(\.0)?|(choose|answer|grade|choice) (is )?c)\b/i,
  /ignorier|vergiss|oublie|ignorez|ignora|olvida|esquece|zignoruj|игнориру|忽略|無視|무시|تجاهل|התעלם/i,
  /["']?choice["']?\s*[:=>]\s*["']?c\b/i,
];

/** Obeys whatever it finds outside the blocks that it was handed to read. */
export const judgeObeys: SimModel = (call, context) => {
  const outside = plain(outsideBlocks(lastUserMessage(call)));
  if (!ORDERS.some((order) => order.test(outside))) return simJudge(call, context);
  return { content: fillSchema(call, (_, property) => bestJudgement(property)) };
};

/** Read as models read: letters in disguise are letters, and what nobody sees is seen. */
function plain(text: string): string {
  return text
    .replaceAll(/[\u{E0020}-\u{E007E}]/gu, (tag) =>
      String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
    )
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '');
}

/** Has an opinion, but not in the form that was asked for. */
export const judgeProse: SimModel = () => ({
  content: 'All in all I find this reply rather good, though the tone could be warmer.',
});

/** Breaks off in the middle of its verdict. */
export const judgeBroken: SimModel = (call, context) => {
  const { content } = simJudge(call, context);
  return { content: content.slice(0, Math.ceil(content.length / 2)) };
};

export const judgeSilent: SimModel = () => ({ content: '' });

/** Later than any judge is waited for. */
export const judgeLate: SimModel = (call, context) => ({
  ...simJudge(call, context),
  delayMs: 10 * 60_000,
});
