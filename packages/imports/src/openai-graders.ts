import { Check } from '@fairtrial/contracts';
import { RE2JS } from 're2js';
import { z } from 'zod';
import { ChatMessages, readText } from './chat-to-conversation.ts';
import type { ImportLog } from './import-log.ts';
import { contains } from './promptfoo/to-checks.ts';
import type { Templates } from './render-template.ts';

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

/** The expectations of all graders on the reply to one item. */
export interface Graded {
  readonly reference: string | undefined;
  readonly checks: readonly object[];
}

interface Converting {
  readonly item: Item;
  readonly templates: Templates;
  readonly log: ImportLog;
}

type Found =
  | { readonly kind: 'check'; readonly check: object }
  | { readonly kind: 'reference'; readonly text: string };

/** Converts graders into checks of the reply to one item; a text similarity gives it the reference. */
export function convertGraders(graders: readonly OpenAiGrader[], converting: Converting): Graded {
  const { log } = converting;
  let reference: string | undefined;
  const checks: object[] = [];
  for (const grader of graders.flatMap((one) => openMulti(one, log))) {
    const { type } = grader;
    const found = convert(grader, converting);
    if (typeof found === 'string') log.lose(`testing_criteria (${type})`, found);
    else if (found.kind === 'check') {
      checks.push(grader['optional'] === true ? { ...found.check, optional: true } : found.check);
      loseFields(grader, log);
    } else if (reference === undefined) {
      reference = found.text;
      loseFields(grader, log);
    } else log.lose(`testing_criteria (${type})`, 'a reply has one reference');
  }
  return { reference, checks };
}

/** The graders of a `multi` make one score by a formula, so none of them alone must pass. */
function openMulti(grader: OpenAiGrader, log: ImportLog): readonly OpenAiGrader[] {
  if (grader.type !== 'multi') return [grader];
  const graders = z.record(z.string(), OpenAiGrader).safeParse(grader['graders']).data;
  if (graders === undefined) {
    log.lose('testing_criteria (multi)', 'its graders cannot be read');
    return [];
  }
  const known = ['type', 'graders'];
  const reasons = {
    calculate_output: 'no check has a formula: its graders became optional checks',
  };
  const prefix = 'testing_criteria.';
  log.loseOthers(grader, { prefix, known, reasons, why: 'a check has no such field' });
  return Object.values(graders).map((one) => ({ ...one, optional: true }));
}

const KNOWN = {
  string_check: ['type', 'operation', 'reference', 'input', 'optional'],
  text_similarity: ['type', 'reference', 'input', 'optional'],
  label_model: ['type', 'input', 'passing_labels', 'optional'],
  score_model: ['type', 'input', 'pass_threshold', 'range', 'optional'],
};
const REASONS = {
  name: 'the text of a check names it',
  model: 'judges are set in the run',
  sampling_params: 'judges are set in the run',
  labels: 'a check names only the labels that pass',
  evaluation_metric: 'the scorers of the run compare with the reference',
  pass_threshold: 'the run has a pass threshold',
};

function loseFields(grader: OpenAiGrader, log: ImportLog): void {
  const known = KNOWN[grader.type as keyof typeof KNOWN];
  const prefix = 'testing_criteria.';
  log.loseOthers(grader, { prefix, known, reasons: REASONS, why: 'a check has no such field' });
}

/** Returns the check or the reference, or the reason why there is none. */
function convert(grader: OpenAiGrader, converting: Converting): Found | string {
  const { type } = grader;
  if (type === 'python')
    return 'code of your own is not run: make it a scorer (fairtrial scorers serve)';
  if (!Object.hasOwn(KNOWN, type)) return 'no check means the same';
  if (type === 'string_check' || type === 'text_similarity') return toTextCheck(grader, converting);
  return toJudgedCheck(grader, converting);
}

const OUTPUT = /^\s*\{\{\s*sample\.output_text\s*\}\}\s*$/;
const ELSEWHERE = 'it reads more than the reply and the fields of the item';
const NOT_VALID = 'its text is empty or too long for a check';

/** A check that code decides, or a reference. */
function toTextCheck(grader: OpenAiGrader, converting: Converting): Found | string {
  const { type, input, operation = '', reference = '' } = grader;
  if (typeof input !== 'string' || !OUTPUT.test(input)) return ELSEWHERE;
  const text = fillIn(reference, converting);
  if (text === undefined) return ELSEWHERE;
  if (type === 'text_similarity') return text === '' ? NOT_VALID : { kind: 'reference', text };
  if (operation === 'ne') return 'no check means the opposite of this';
  const check = OPERATIONS.get(operation)?.(text);
  if (check === undefined) return 'its operation is not known';
  return Check.safeParse(check).success ? { kind: 'check', check } : NOT_VALID;
}

const OPERATIONS: ReadonlyMap<string, (text: string) => object> = new Map([
  ['eq', (text: string): object => ({ regex: `^${RE2JS.quote(text)}$` })],
  ['like', (text: string): object => contains(text, true)],
  ['ilike', (text: string): object => contains(text, false)],
]);

/** A check in words: the prompt of the grader, and the condition to pass. */
function toJudgedCheck(grader: OpenAiGrader, converting: Converting): Found | string {
  const condition = describePass(grader);
  if (condition === undefined) return 'it says neither which labels nor which score passes';
  if (!Array.isArray(grader.input)) return 'its input is not a list of messages';
  const prompt = grader.input.map(({ content }) => readText(content).trim()).join('\n');
  const text = fillIn(prompt, converting);
  if (text === undefined) return ELSEWHERE;
  const check = { text: `${text}\n${condition}` };
  return Check.safeParse(check).success
    ? { kind: 'check', check }
    : 'the text of a check has at most 1,000 characters';
}

/** The condition of a grader that asks a model; `undefined` if it has none. */
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
function fillIn(template: string, { item, templates }: Converting): string | undefined {
  const text = templates.render(template, { item, sample: { output_text: '(the reply)' } });
  return /\{\{\s*(?:item|sample)\b/.test(text) ? undefined : text;
}
