import { chrf, readText } from '@assay/scorers';
import { readBlock, fillSchema } from './structured-prompt.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';

/** What is said of a reply where nothing is known. */
const BLANK: Readonly<Record<string, unknown>> = { boolean: false, number: 0, array: [] };

/** Labels a reply like the learned reply it is nearest to, within the allowed values. */
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
