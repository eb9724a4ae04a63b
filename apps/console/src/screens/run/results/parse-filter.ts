import type { Query } from '@fairtrial/client';
import type { RowStatus } from '@fairtrial/contracts';

interface ParsedFilter {
  readonly filter: Pick<
    Query<'GET /runs/:run_id/rows'>,
    'status' | 'below' | 'above' | 'metadata' | 'scenario' | 'q' | 'label' | 'given'
  >;
  /** Messages about the parts that could not be parsed. */
  readonly faults: readonly string[];
}

/** Accepted spellings of each status. */
const STATUSES: Readonly<Record<string, RowStatus>> = {
  error: 'error',
  errors: 'error',
  fail: 'failed',
  failed: 'failed',
  flaky: 'flaky',
  pass: 'passed',
  passed: 'passed',
  scored: 'scored',
  unscored: 'unscored',
};

/** Prefix of a metadata field: filters by the label that was given instead of the expected one. */
const GIVEN = 'given.';

const TOKEN = /([\p{L}\p{N}_.-]+)([:<>])("[^"]*"?|\S+)|"([^"]*)"?|(\S+)/gu;

/**
 * Parses `score<0.6 status:failed intent:block_card given.intent:other scenario:bank text:"late fee"`; other words are
 * searched as text.
 */
export function parseFilter(text: string): ParsedFilter {
  const faults: string[] = [];
  const words: string[] = [];
  let filter: ParsedFilter['filter'] = {};
  for (const [whole, name, sign, value = '', quoted, word] of text.matchAll(TOKEN)) {
    if (name === undefined || sign === undefined) {
      words.push(quoted ?? word ?? '');
      continue;
    }
    const read = readField(name, sign, value.replace(/^"|"$/g, ''));
    if (typeof read === 'string') faults.push(`${whole}: ${read}`);
    else if ('q' in read) words.push(read.q ?? '');
    else filter = { ...filter, ...read };
  }
  const q = words.join(' ').trim();
  return { filter: q === '' ? filter : { ...filter, q }, faults };
}

/** Returns the filter of one field, or an error message. */
function readField(name: string, sign: string, value: string): ParsedFilter['filter'] | string {
  const known = name.toLowerCase();
  if (known === 'score') return readScore(sign, value);
  if (sign !== ':') return `only score can be compared with ${sign}`;
  switch (known) {
    case 'text':
      return { q: value };
    case 'scenario':
      return { scenario: value };
    case 'metadata':
      return value === 'differs' ? { metadata: 'differs' } : 'the only filter is metadata:differs';
    case 'status': {
      const status = STATUSES[value.toLowerCase()];
      return status ? { status } : `one of ${[...new Set(Object.values(STATUSES))].join(', ')}`;
    }
    default:
      // A metadata field, with its original case.
      if (known.startsWith(GIVEN)) return { given: `${name.slice(GIVEN.length)}:${value}` };
      return { label: `${name}:${value}` };
  }
}

function readScore(sign: string, value: string): ParsedFilter['filter'] | string {
  if (sign === ':') return 'write score<0.6 or score>0.6';
  const score = Number(value);
  if (value === '' || !(score >= 0 && score <= 1)) return 'a score is a number from 0 to 1';
  return sign === '<' ? { below: score } : { above: score };
}

/** Replaces or removes the scenario in the filter. */
export function withScenario(text: string, name: string | undefined): string {
  const rest = text.replaceAll(/(^|\s)scenario:("[^"]*"?|\S+)/giu, '').trim();
  return name === undefined ? rest : `${rest} scenario:"${name}"`.trim();
}

/** Field names that the filter syntax can express. */
const FIELD = /^[\p{L}\p{N}_.-]+$/u;

interface LabelPair {
  readonly expected: string;
  /** `null` if no label was given. */
  readonly given: string | null;
}

/**
 * The filter that finds the replies of one confusion matrix cell; `undefined` if the filter syntax cannot express it.
 */
export function labelFilter(field: string, { expected, given }: LabelPair): string | undefined {
  const isWritable =
    FIELD.test(field) && ![expected, given ?? ''].some((text) => text.includes('"'));
  return isWritable ? `${field}:"${expected}" ${GIVEN}${field}:"${given ?? ''}"` : undefined;
}
