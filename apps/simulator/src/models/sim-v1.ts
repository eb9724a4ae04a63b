import type { Metadata } from '@fairtrial/contracts';
import { findExchange, genericReply, paraphrase } from './script-replies.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';

const STRENGTH = 0.5;

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
    content: paraphrase(line.reply, STRENGTH, random),
    labels: { ...line.labels, ...WRONG_LABELS[`${line.scenario} ${line.no}`] },
  };
};
