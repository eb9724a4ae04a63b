import { IMPORT_LIMITS } from './import-error.ts';

interface LostField {
  readonly field: string;
  readonly count: number;
  readonly why: string;
}

type Fields = Readonly<Record<string, unknown>>;

interface KnownFields {
  /** Written before the name of each field, such as `tests.`. */
  readonly prefix?: string;
  readonly known: readonly string[];
  /** Reasons for fields with a known meaning. */
  readonly reasons?: Readonly<Record<string, string>>;
  readonly why: string;
}

/** Collects what an import could not carry over, and other remarks. */
export interface ImportLog {
  lose(field: string, why: string, count?: number): void;
  /** Records every field that is not known and has a value. */
  loseOthers(object: Fields, fields: KnownFields): void;
  note(text: string): void;
  readonly lost: readonly LostField[];
  readonly notes: readonly string[];
}

const MAX_NAME_LENGTH = 200;
const MORE = 'only the first fields that were lost are listed';

/** Equal entries are counted. */
export function createImportLog(): ImportLog {
  const lost = new Map<string, { field: string; count: number; why: string }>();
  const notes = new Set<string>();
  let more = 0;

  const lose = (name: string, why: string, count = 1): void => {
    const field = cut(name);
    const key = `${field}\n${why}`;
    const entry = lost.get(key);
    if (entry !== undefined) entry.count += count;
    else if (lost.size < IMPORT_LIMITS.lost) lost.set(key, { field, count, why });
    else more += count;
  };

  return {
    lose,
    loseOthers(object, { prefix = '', known, reasons = {}, why }) {
      for (const [field, value] of Object.entries(object)) {
        if (known.includes(field) || isEmpty(value)) continue;
        lose(`${prefix}${field}`, Object.hasOwn(reasons, field) ? (reasons[field] ?? why) : why);
      }
    },
    note: (text) => void notes.add(text),
    get lost() {
      return [...lost.values(), ...(more > 0 ? [{ field: '…', count: more, why: MORE }] : [])];
    },
    get notes() {
      return [...notes];
    },
  };
}

/** True for values that hold nothing to carry over. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '' || value === null || value === undefined;
}

function cut(text: string): string {
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH - 1)}…` : text;
}
