import { chrf, readText } from '@fairtrial/scorers';
import { readBlock, fillSchema } from './structured-prompt.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';

/** Default labels by type, for labels that the nearest reply does not have. */
const BLANK: Readonly<Record<string, unknown>> = { boolean: false, number: 0, array: [] };

/** Copies the labels of the most similar known reply, within the allowed values. */
export const simAnnotator: SimModel = (call, { script }) => {
  const reply = readText(readBlock(lastUserMessage(call), 'reply'));
  const nearest = script
    .map((line) => ({ labels: line.labels, likeness: chrf(reply, readText(line.reply)) }))
    .toSorted((a, b) => b.likeness - a.likeness)[0];
  const content = fillSchema(call, (field, property) => {
    const label = nearest?.labels[field];
    if (property.enum === undefined) return label ?? BLANK[property.type ?? ''] ?? 'other';
    if (property.enum.includes(label)) return label;
    return property.enum.includes('other') ? 'other' : property.enum[0];
  });
  return { content };
};
