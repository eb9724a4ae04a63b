import type { Metadata } from '@fairtrial/contracts';
import { findExchange, genericReply, paraphrase } from './script-replies.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';

const STRENGTH_V1 = 0.5;

/** The two exchanges whose reply it labels wrongly, on purpose. */
const WRONG_LABELS: Readonly<Record<string, Metadata>> = {
  'telecom-fibre-outage 3': { intent: 'give_information' },
  'energy-moving-house 2': { intent: 'give_information' },
};

/** Plays the model in production: correct content, slightly different wording. */
export const simV1: SimModel = (call, { script, random }) => {
  const line = findExchange(script, lastUserMessage(call));
  if (line === undefined) return genericReply;
  return {
    content: paraphrase(line.reply, STRENGTH_V1, random),
    labels: { ...line.labels, ...WRONG_LABELS[`${line.scenario} ${line.no}`] },
  };
};

const STRENGTH_V2 = 0.1;
const IMPROVED = new Set(['telecom-fibre-outage', 'energy-moving-house']);

/** The planted regression: a polite reply that is wrong about the money. */
const REGRESSION = { scenario: 'bank-lost-card', no: 2 };
const REGRESSED_REPLY =
  'Your card is blocked. The payment of 38.90 has already been booked, so I cannot do anything about it here. Please call the service line during office hours.';

/** Plays the candidate that would replace sim/v1: better in two scenarios, worse in one exchange. */
export const simV2: SimModel = (call, context) => {
  const line = findExchange(context.script, lastUserMessage(call));
  if (line === undefined) return simV1(call, context);
  if (line.scenario === REGRESSION.scenario && line.no === REGRESSION.no) {
    return {
      content: paraphrase(REGRESSED_REPLY, STRENGTH_V2, context.random),
      labels: { ...line.labels, intent: 'refuse_request' },
    };
  }
  if (!IMPROVED.has(line.scenario)) return simV1(call, context);
  return { content: paraphrase(line.reply, STRENGTH_V2, context.random), labels: line.labels };
};

/** Repeats the last user message. */
export const simEcho: SimModel = (call) => ({ content: lastUserMessage(call) });

/** Answers correctly every other time it gets the same message. */
export const simFlaky: SimModel = (call, context) =>
  context.repetition % 2 === 1 ? simV1(call, context) : genericReply;

/** Answers with the reply from the request for the current turn, or with the last one. */
export const simScripted: SimModel = ({ messages, replies }) => {
  const turn = messages.filter((message) => message.role === 'user').length - 1;
  return { content: replies[Math.min(turn, replies.length - 1)] ?? '' };
};

/** Answers like sim/v1 after two to six seconds. */
export const simSlow: SimModel = (call, context) => ({
  ...simV1(call, context),
  delayMs: 2000 + 4000 * context.random(),
});
