import { fillSchema } from './fill-schema.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';
import { bestJudgement, simJudge } from './sim-judge.ts';

/** What a reply may say to be graded better than it is. */
const ORDER =
  /\b(ignore|disregard|forget|override|you must|you are now|new instructions?|system:|award|full marks|perfect score|highest|score (it |this )?(of )?1(\.0)?|choose c|answer c|grade c)\b/i;

/** Obeys whatever it finds outside the blocks that it was handed to read. */
export const judgeObeys: SimModel = (call, context) => {
  const outside = lastUserMessage(call).replaceAll(/<([a-z]+-[\w-]+)>[^]*?<\/\1>/gi, '');
  if (!ORDER.test(outside)) return simJudge(call, context);
  return { content: fillSchema(call.schema, (_, property) => bestJudgement(property)) };
};

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
