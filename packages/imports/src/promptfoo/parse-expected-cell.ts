import { CHECK_TYPES } from './to-checks.ts';
import { REFERENCES, type PromptfooAssert } from './to-expected.ts';

/** Other types of promptfoo. */
const OTHERS = [
  'agent-rubric',
  'answer-relevance',
  'classifier',
  'contains-html',
  'contains-json',
  'contains-sql',
  'contains-xml',
  'context-faithfulness',
  'context-recall',
  'context-relevance',
  'conversation-relevance',
  'finish-reason',
  'g-eval',
  'guardrails',
  'is-html',
  'is-refusal',
  'is-sql',
  'is-valid-function-call',
  'is-valid-openai-function-call',
  'is-valid-openai-tools-call',
  'is-xml',
  'moderation',
  'perplexity',
  'perplexity-score',
  'pi',
  'search-rubric',
  'skill-used',
  'tool-call-f1',
  'trace-error-spans',
  'trace-span-count',
  'trace-span-duration',
  'trajectory:goal-success',
  'trajectory:step-count',
  'trajectory:tool-args-match',
  'trajectory:tool-sequence',
  'trajectory:tool-used',
  'word-count',
];

/** The longest first: `similar` is the beginning of another type. */
const TYPES = [...REFERENCES, ...CHECK_TYPES, ...OTHERS].toSorted((a, b) => b.length - a.length);
const CELL = new RegExp(
  `^((?:not-)?(?:${TYPES.join('|')}))(?:\\(([\\d.]+)\\))?(?:\\s*:([\\s\\S]*))?$`,
);
const CODE_FILE = /^file:\/\/\S+\.(?:(py)|[cm]?[jt]s)(?::\w+)?$/;

/** A cell of the column `__expected`: an assertion type before a colon, or the reference answer itself. */
export function parseExpectedCell(cell: string): PromptfooAssert | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  const code = CODE_FILE.exec(text);
  if (code !== null) return { type: code[1] === 'py' ? 'python' : 'javascript', value: text };
  const [, type, threshold, value] = CELL.exec(text) ?? [];
  const isWord = value === undefined && ['eval', 'fn', 'grade'].includes(text);
  if (type === undefined || isWord) return { type: 'equals', value: text };
  return {
    type,
    ...(value === undefined ? {} : { value: value.trim() }),
    ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
  };
}
