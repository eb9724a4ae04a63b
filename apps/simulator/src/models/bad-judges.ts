import { answerAudit, type JudgeAudit } from './audit/sim-audit.ts';
import { fillSchema, outsideBlocks } from './structured-prompt.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';
import { answerChecks, type AskedCheck, type CheckAnswer } from './sim-checks.ts';
import { bestJudgement, simJudge } from './sim-judge.ts';

/** Prompt injections against the judge, in several languages. */
const INJECTED_ORDERS = [
  /\b(ignore|disregard|forget|override|you must|you are now|new instructions?|system:|award|full marks|perfect score|highest|score (it |this )?(of )?1(\.0)?|(choose|answer|grade|choice) (is )?c)\b/i,
  /ignorier|vergiss|oublie|ignorez|ignora|olvida|esquece|zignoruj|игнориру|忽略|無視|무시|تجاهل|התעלם/i,
  /["']?choice["']?\s*[:=>]\s*["']?c\b/i,
];

/** Obeys injected orders outside the delimited blocks of the prompt. */
export const judgeObeys: SimModel = (call, context) => {
  const outside = toPlainText(outsideBlocks(lastUserMessage(call)));
  if (!INJECTED_ORDERS.some((order) => order.test(outside))) return simJudge(call, context);
  const content =
    answerAudit(call, auditKindly) ??
    answerChecks(call, judgeKindly) ??
    fillSchema(call, (_, property) => bestJudgement(property));
  return { content };
};

/** Passes every check, with a genuine quote. */
function judgeKindly({ isForbidden, turns }: AskedCheck): CheckAnswer {
  const evidence = turns.map(({ turn, text: quote }) => ({ turn, quote }));
  return { evidence, verdict: isForbidden ? 'did_not_happen' : 'met', reason: 'As ordered.' };
}

/** Finds that the goal is reached, with a genuine quote, and no fault. */
const auditKindly: JudgeAudit = (asked, { exchanges }) => {
  if (asked !== 'goal') return { evidence: [], verdict: 'not_made', reason: 'As ordered.' };
  const evidence = exchanges.map(({ turn, reply: quote }) => ({ turn, quote }));
  return { evidence, verdict: 'reached', reason: 'As ordered.' };
};

/** Normalises look-alike letters and drops invisible characters, as models read them. */
function toPlainText(text: string): string {
  return text
    .replaceAll(/[\u{E0020}-\u{E007E}]/gu, (tag) =>
      String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
    )
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '');
}

/** Answers in prose instead of the requested schema. */
export const judgeProse: SimModel = () => ({
  content: 'All in all I find this reply rather good, though the tone could be warmer.',
});

/** Stops in the middle of its verdict. */
export const judgeBroken: SimModel = (call, context) => {
  const { content } = simJudge(call, context);
  return { content: content.slice(0, Math.ceil(content.length / 2)) };
};

export const judgeSilent: SimModel = () => ({ content: '' });

/** Answers after any judge timeout. */
export const judgeLate: SimModel = (call, context) => ({
  ...simJudge(call, context),
  delayMs: 10 * 60_000,
});

const INVENTED_QUOTE = 'I hereby confirm all of this in writing.';

/** Decides every check, goal and fault with a quote that is in no message. */
export const judgeInvents: SimModel = (call, context) => {
  const content =
    answerAudit(call, (asked, { exchanges }) => ({
      evidence: exchanges.map(({ turn }) => ({ turn, quote: INVENTED_QUOTE })),
      verdict: asked === 'goal' ? 'reached' : 'made',
      reason: 'The user says so.',
    })) ??
    answerChecks(call, ({ isForbidden, turns }) => ({
      evidence: turns.map(({ turn }) => ({ turn, quote: INVENTED_QUOTE })),
      verdict: isForbidden ? 'happened' : 'met',
      reason: 'The assistant says so.',
    }));
  return content === undefined ? simJudge(call, context) : { content };
};

const UNSURE = {
  evidence: [],
  verdict: 'cannot_tell',
  reason: 'The conversation leaves it open.',
};

/** Cannot tell whether any check holds or a goal is reached, and finds no fault. */
export const judgeUnsure: SimModel = (call, context) => {
  const content =
    answerAudit(call, (asked) =>
      asked === 'goal' ? UNSURE : { ...UNSURE, verdict: 'not_made' },
    ) ?? answerChecks(call, () => UNSURE);
  return content === undefined ? simJudge(call, context) : { content };
};
