import { readText, tokenF1 } from '@assay/scorers';
import { delimited } from './delimited.ts';
import { fillSchema, type Property } from './fill-schema.ts';
import { simAnnotator } from './sim-annotator.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';

const NOISE = 0.05;

/** Best first: the same facts, a superset, a subset, a contradiction. */
const CHOICES = ['C', 'B', 'A', 'D'];
const MARKS = [0.9, 0.6, 0.35];

/** Judges by likeness with a little seeded noise, in whatever schema it is forced into. Without a reference it labels. */
export const simJudge: SimModel = (call, context) => {
  const { random } = context;
  const prompt = lastUserMessage(call);
  const given = delimited(prompt, 'reference');
  if (given === '') return simAnnotator(call, context);
  const reply = readText(delimited(prompt, 'reply'));
  const reference = readText(given);
  const likeness = tokenF1(reply, reference);
  const score = Math.min(1, Math.max(0, likeness + (random() * 2 - 1) * NOISE));
  return { content: fillSchema(call, (_, property) => judgement(property, score)) };
};

/** The best there is in this schema. */
export function bestJudgement(property: Property): unknown {
  return judgement(property, 1);
}

function judgement(property: Property, score: number): unknown {
  if (property.enum) {
    const rank = MARKS.filter((mark) => score < mark).length;
    return property.enum.find((option) => option === CHOICES[rank]) ?? property.enum[0];
  }
  if (property.type === 'number') return score;
  if (property.type === 'boolean') return score >= 0.5;
  return `The reply shares ${Math.round(score * 100)} % of its words with the reference.`;
}
