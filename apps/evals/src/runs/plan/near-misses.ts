import {
  AppError,
  countEdits,
  INPUT_LIMITS,
  toPointer,
  type EvaluationRequest,
} from '@fairtrial/contracts';
import { EVALUATION_FIELDS, visitUnknownFields, type Path } from './unknown-fields.ts';

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
