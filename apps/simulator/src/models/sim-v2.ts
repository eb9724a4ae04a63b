import { findExchange, paraphrase } from './script-replies.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';
import { simV1 } from './sim-v1.ts';

const STRENGTH = 0.1;
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
      content: paraphrase(REGRESSED_REPLY, STRENGTH, context.random),
      labels: { ...line.labels, intent: 'refuse_request' },
    };
  }
  if (!IMPROVED.has(line.scenario)) return simV1(call, context);
  return { content: paraphrase(line.reply, STRENGTH, context.random), labels: line.labels };
};
