import { Check } from '@assay/contracts';
import { RE2JS } from 're2js';
import { z } from 'zod';
import { ChatMessages } from '../batch/chat-to-conversation.ts';
import { renderTemplate } from './render-template.ts';

/** A testing criterion of OpenAI's Evals API. */
export const OpenAiGrader = z.looseObject({
  type: z.string(),
  operation: z.string().optional(),
  reference: z.string().optional(),
  input: z.union([z.string(), ChatMessages]).optional(),
  passing_labels: z.array(z.string()).optional(),
  pass_threshold: z.number().nullish(),
  range: z.tuple([z.number(), z.number()]).optional(),
});
export type OpenAiGrader = z.infer<typeof OpenAiGrader>;

/** The row of the data that a grader refers to as `{{item.…}}`. */
type Item = Readonly<Record<string, unknown>>;

/** The check, or a sentence that says what is lost. */
export type ConvertedGrader =
  | { readonly state: 'converted'; readonly check: object; readonly note?: string }
  | { readonly state: 'lost'; readonly note: string };

/** Converts a grader into a check of the reply to one item. */
export function convertGrader(grader: OpenAiGrader, item: Item): ConvertedGrader {
  const { type } = grader;
  const found = type === 'string_check' ? toTextCheck(grader, item) : toJudgedCheck(grader, item);
  const isValid = Check.safeParse(found).success;
  if (found === undefined || !isValid) {
    return { state: 'lost', note: `grader of the type ${type} left out` };
  }
  return 'not_contains' in found
    ? {
        state: 'converted',
        check: found,
        note: 'string_check ne became not_contains, which also fails a longer reply with the text',
      }
    : { state: 'converted', check: found };
}

const OUTPUT = /^\s*\{\{\s*sample\.output_text\s*\}\}\s*$/;

/** A check that code decides; `undefined` if the grader reads something other than the whole reply. */
function toTextCheck(grader: OpenAiGrader, item: Item): object | undefined {
  const { input, operation = '', reference = '' } = grader;
  if (typeof input !== 'string' || !OUTPUT.test(input)) return undefined;
  const text = fillIn(reference, item);
  return text === undefined ? undefined : OPERATIONS.get(operation)?.(text);
}

const OPERATIONS: ReadonlyMap<string, (text: string) => object> = new Map([
  ['eq', (text: string): object => ({ regex: `^${RE2JS.quote(text)}$` })],
  ['ne', (text: string): object => ({ not_contains: text, case_sensitive: true })],
  ['like', (text: string): object => ({ contains: text, case_sensitive: true })],
  ['ilike', (text: string): object => ({ contains: text })],
]);

/** A check in words: the prompt of the grader, and the condition to pass. */
function toJudgedCheck(grader: OpenAiGrader, item: Item): object | undefined {
  const condition = describePass(grader);
  if (condition === undefined || !Array.isArray(grader.input)) return undefined;
  const prompt = grader.input.map(({ content }) => (content ?? '').trim()).join('\n');
  const text = fillIn(prompt, item);
  return text === undefined ? undefined : { text: `${text}\n${condition}` };
}

/** The condition of a grader that asks a model; `undefined` for other graders, and if it has none. */
function describePass(grader: OpenAiGrader): string | undefined {
  const { type, passing_labels: labels = [], pass_threshold: threshold, range } = grader;
  if (type === 'label_model' && labels.length > 0) {
    return `The label must be ${labels.map((label) => `"${label}"`).join(' or ')}.`;
  }
  if (type !== 'score_model' || typeof threshold !== 'number') return undefined;
  const [lowest, highest] = range ?? [0, 1];
  return `The score must be at least ${threshold}, from ${lowest} to ${highest}.`;
}

/** The template with the values of the item; `undefined` if it refers to anything else than the reply. */
function fillIn(template: string, item: Item): string | undefined {
  const text = renderTemplate(template, { item, sample: { output_text: '(the reply)' } });
  return /\{\{\s*(?:item|sample)\b/.test(text) ? undefined : text;
}
