import type { RowFilter } from '@assay/client';
import type { RowStatus } from '@assay/contracts';

export interface ParsedFilter {
  readonly filter: Pick<
    RowFilter,
    'status' | 'below' | 'above' | 'metadata' | 'scenario' | 'q' | 'label' | 'given'
  >;
  /** What was not understood, as text. */
  readonly faults: readonly string[];
}

/** Every spelling of a status that is accepted. */
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

/** In front of the field of an annotation: the label that a reply was given, not the expected one. */
export const GIVEN = 'given.';

const TOKEN = /([\p{L}\p{N}_.-]+)([:<>])("[^"]*"?|\S+)|"([^"]*)"?|(\S+)/gu;

/** `score<0.6 status:failed intent:block_card given.intent:other scenario:bank text:"late fee"`; other words are looked for as text. */
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

/** Returns the filter of one field, or what is wrong with it. */
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
      return value === 'differs' ? { metadata: 'differs' } : 'metadata:differs is all there is';
    case 'status': {
      const status = STATUSES[value.toLowerCase()];
      return status ? { status } : `one of ${[...new Set(Object.values(STATUSES))].join(', ')}`;
    }
    default:
      // The field of an annotation, spelled as it is.
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

/** The filter with another scenario, or with none. */
export function withScenario(text: string, name: string | undefined): string {
  const rest = text.replaceAll(/(^|\s)scenario:("[^"]*"?|\S+)/giu, '').trim();
  return name === undefined ? rest : `${rest} scenario:"${name}"`.trim();
}
