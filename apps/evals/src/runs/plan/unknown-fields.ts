import {
  DatasetChanges,
  DatasetContent,
  EvaluationRequest,
  Interaction,
  RescoreRequest,
  Target,
  TestBatch,
  TestCall,
  AppError,
  countEdits,
  INPUT_LIMITS,
  toPointer,
} from '@fairtrial/contracts';

/** The known fields of an object in a request body, and the schemas of nested objects or lists of objects. */
export interface KnownFields {
  readonly names: ReadonlySet<string>;
  readonly below?: ReadonlyMap<string, KnownFields>;
}

export type Path = readonly (string | number)[];

/** An object in a request, which may have any number of unknown fields. */
interface Place {
  readonly path: Path;
  readonly known: ReadonlySet<string>;
}

/** Called for each unknown field. A list of all of them would cost more than most visitors do. */
type Visit = (name: string, value: unknown, place: Place) => void;

/** Texts that the caller chooses. Their names count as unknown fields. */
const FREE: KnownFields = { names: new Set() };

/** `path` and `body` are searched like unknown fields, because the caller chooses what they contain. */
const FREE_FIELDS: ReadonlySet<string> = new Set(['path', 'body']);

export const TARGET_FIELDS: KnownFields = {
  names: new Set(Object.keys(Target.shape)).difference(FREE_FIELDS),
  below: new Map([
    ['headers', FREE],
    [
      'session',
      {
        names: new Set(['from', 'open']),
        below: new Map([['open', { names: new Set(['method']) }]]),
      },
    ],
  ]),
};

const TEST_BATCH: KnownFields = {
  names: new Set(Object.keys(TestBatch.shape)),
  below: new Map([['interactions', { names: new Set(Object.keys(Interaction.shape)) }]]),
};

export const EVALUATION_FIELDS: KnownFields = {
  names: new Set(Object.keys(EvaluationRequest.shape)),
  below: new Map([
    ['test_batch', TEST_BATCH],
    ['target', TARGET_FIELDS],
    ['parameters', FREE], // of the endpoint
  ]),
};

export const RESCORE_FIELDS: KnownFields = {
  names: new Set(Object.keys(RescoreRequest.shape)),
  below: new Map([['test_batch', TEST_BATCH]]),
};

export const DATASET_FIELDS: KnownFields = {
  names: new Set(Object.keys(DatasetContent.shape)),
  below: new Map([['scenarios', TEST_BATCH]]),
};

export const DATASET_CHANGE_FIELDS: KnownFields = {
  names: new Set(Object.keys(DatasetChanges.shape)),
  below: new Map([['upsert', TEST_BATCH]]),
};

export const TEST_CALL_FIELDS: KnownFields = {
  names: new Set(Object.keys(TestCall.shape)),
  below: new Map([['target', TARGET_FIELDS]]),
};

/** Accepts any JSON value, including one that is not a valid request. */
export function visitUnknownFields(value: unknown, fields: KnownFields, visit: Visit): void {
  visitBelow(value, { path: [], fields, visit });
}

interface Search {
  readonly path: Path;
  readonly fields: KnownFields;
  readonly visit: Visit;
}

function visitBelow(value: unknown, { path, fields, visit }: Search): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      visitBelow(item, { path: [...path, at], fields, visit });
    return;
  }
  const place = { path, known: fields.names };
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name];
    const below = fields.below?.get(name);
    if (below) visitBelow(inner, { path: [...path, name], fields: below, visit });
    else if (!fields.names.has(name)) visit(name, inner, place);
  }
}

interface NearMiss {
  readonly path: Path;
  /** The field that was probably meant. */
  readonly meant: string;
}

const MAX_WARNINGS = 20;

/**
 * Returns warnings about unknown fields that are spelled almost like known ones. Throws if the request is `strict` and
 * has such fields.
 */
export function checkFieldNames(request: EvaluationRequest): readonly string[] {
  const misses = findNearMisses(request);
  if (request.strict === true && misses.length > 0) throw refusal(misses);
  const warnings = misses
    .slice(0, MAX_WARNINGS)
    .map(({ path, meant }) => `${toText(path)} ${sentence(meant)}`);
  const hidden = misses.length - MAX_WARNINGS;
  return hidden <= 0
    ? warnings
    : [...warnings, `and ${hidden} more fields that are spelled almost like known ones`];
}

function refusal(misses: readonly NearMiss[]): AppError {
  const errors = misses
    .slice(0, INPUT_LIMITS.errors_listed)
    .map(({ path, meant }) => ({ pointer: toPointer(path), detail: sentence(meant) }));
  const [first] = errors;
  const more = misses.length === 1 ? '' : ` (and ${misses.length - 1} more)`;
  return new AppError('invalid_request', `${first?.pointer} ${first?.detail}${more}`, { errors });
}

function sentence(meant: string): string {
  return `is not a known field; did you mean ${meant}?`;
}

/** JavaScript notation: `test_batch[0].interactions[2].name`. */
function toText(path: Path): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);
}

function findNearMisses(request: EvaluationRequest): readonly NearMiss[] {
  // Cached, because a misspelled field usually occurs in every interaction.
  const seen = new Map<ReadonlySet<string>, Map<string, string | undefined>>();
  const misses: NearMiss[] = [];
  visitUnknownFields(request, EVALUATION_FIELDS, (name, _, { path, known }) => {
    let names = seen.get(known);
    if (names === undefined) seen.set(known, (names = new Map()));
    if (!names.has(name)) names.set(name, findMeant(name, [...known, 'judge.instructions']));
    const meant = names.get(name);
    if (meant !== undefined) misses.push({ path: [...nameSource(path, request), name], meant });
  });
  return misses;
}

/** The scenarios of a dataset are not in the request, so its name takes the place of `test_batch`. */
function nameSource(path: Path, { dataset }: EvaluationRequest): Path {
  const [first, ...rest] = path;
  return dataset !== undefined && first === 'test_batch' ? ['dataset', ...rest] : path;
}

/** Returns the nearest known name that this name is a misspelling of; `undefined` if there is none. */
export function findMeant(name: string, known: Iterable<string>): string | undefined {
  const written = normalise(name);
  let nearest: string | undefined;
  let least = Infinity;
  for (const one of known) {
    const wanted = normalise(one);
    const limit = maxEdits(wanted);
    if (Math.abs(written.length - wanted.length) > limit) continue;
    const edits = countEdits(written, wanted);
    // In short words another first letter makes another word: game, name.
    const isOther = edits > 0 && wanted.length <= SHORT && written[0] !== wanted[0];
    if (edits > limit || edits >= least || isOther) continue;
    nearest = one;
    least = edits;
  }
  return nearest;
}

const SHORT = 5;
const MEDIUM = 8;

/** Short names differ little from other words: `id` and `ids`. */
function maxEdits({ length }: string): number {
  if (length < 4) return 0;
  return length < MEDIUM ? 1 : 2;
}

/** `referenceReply`, `reference-reply` and `REFERENCE_REPLY` are the same word. */
function normalise(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}
