import { readText, tokenF1 } from '@assay/scorers';
import { readBlock, fillSchema, type Property } from './structured-prompt.ts';
import { simAnnotator } from './sim-annotator.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';

const SCORE_NOISE = 0.05;

/** Best first: the same facts, a superset, a subset, a contradiction. */
const CHOICES = ['C', 'B', 'A', 'D'];
const CHOICE_THRESHOLDS = [0.9, 0.6, 0.35];

/**
 * Judges by similarity with a little seeded noise, in the given schema. Without a reference it labels like the
 * annotator.
 */
export const simJudge: SimModel = (call, context) => {
  const { random } = context;
  const prompt = lastUserMessage(call);
  const given = readBlock(prompt, 'reference');
  if (given === '') return simAnnotator(call, context);
  const reply = readText(readBlock(prompt, 'reply'));
  const reference = readText(given);
  const likeness = tokenF1(reply, reference);
  const score = Math.min(1, Math.max(0, likeness + (random() * 2 - 1) * SCORE_NOISE));
  return { content: fillSchema(call, (_, property) => judgement(property, score)) };
};

/** The best value that the schema allows. */
export function bestJudgement(property: Property): unknown {
  return judgement(property, 1);
}

function judgement(property: Property, score: number): unknown {
  if (property.enum) {
    const rank = CHOICE_THRESHOLDS.filter((threshold) => score < threshold).length;
    return property.enum.find((option) => option === CHOICES[rank]) ?? property.enum[0];
  }
  if (property.type === 'number') return score;
  if (property.type === 'boolean') return score >= 0.5;
  return `The reply shares ${Math.round(score * 100)} % of its words with the reference.`;
}
