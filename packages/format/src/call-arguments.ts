import { containsValue } from '@fairtrial/contracts/plain';

/** One argument of a call as compact JSON, or the signs between two of them. Untrusted text. */
export interface ArgumentPart {
  readonly text: string;
  /** True if the other call has another value, or none. */
  readonly differs: boolean;
}

/**
 * The names of the expected arguments that a call does not include. The call may have more arguments, also inside a
 * value, but no more items in a list: the service decides in the same way whether a call is the expected one. None are
 * known if the service cut the arguments of the call to a text that ends with ….
 */
export function listDiffering(expected: unknown, made: unknown): readonly string[] {
  if (!isObject(expected) || (typeof made === 'string' && made.endsWith('…'))) return [];
  return Object.keys(expected).filter((name) => !containsValue(made, { [name]: expected[name] }));
}

/** The arguments as compact JSON, or as they are if they are text that is not JSON; those that differ are marked. */
export function toArgumentParts(
  value: unknown,
  differing: readonly string[],
): readonly ArgumentPart[] {
  if (value === undefined) return [];
  const parts = listArguments(value, differing);
  return isObject(value) ? addSigns(parts) : parts;
}

/**
 * Like `toArgumentParts`, in about `maxLength` characters; `undefined` if nothing has to be left out. If not all
 * arguments fit, those that differ are kept.
 */
export function toShortParts(
  value: unknown,
  differing: readonly string[],
  maxLength: number,
): readonly ArgumentPart[] | undefined {
  if (lengthOf(toArgumentParts(value, differing)) <= maxLength) return undefined;
  const cut = listArguments(value, differing).map(({ text, differs }) => ({
    text: cutText(text, isObject(value) ? Math.ceil(maxLength / 2) : maxLength),
    differs,
  }));
  const kept = keepParts(cut, maxLength);
  if (!isObject(value)) return kept;
  return addSigns(kept.length < cut.length ? [...kept, plain('…')] : kept);
}

/** One part for each argument. Arguments that are not an object are one part, which differs if any name does. */
function listArguments(value: unknown, differing: readonly string[]): readonly ArgumentPart[] {
  if (!isObject(value)) return [{ text: toText(value), differs: differing.length > 0 }];
  return Object.entries(value).map(([name, one]) => ({
    text: `${JSON.stringify(name)}:${JSON.stringify(one)}`,
    differs: differing.includes(name),
  }));
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function addSigns(parts: readonly ArgumentPart[]): readonly ArgumentPart[] {
  const separated = parts.flatMap((part, at) => (at === 0 ? [part] : [plain(','), part]));
  return [plain('{'), ...separated, plain('}')];
}

function plain(text: string): ArgumentPart {
  return { text, differs: false };
}

/** The parts that fit, at least one, in their order. Those that differ are chosen first. */
function keepParts(parts: readonly ArgumentPart[], maxLength: number): readonly ArgumentPart[] {
  const kept = new Set<ArgumentPart>();
  const [different, others] = [
    parts.filter(({ differs }) => differs),
    parts.filter(({ differs }) => !differs),
  ];
  let room = maxLength;
  for (const part of [...different, ...others]) {
    room -= part.text.length;
    if (room < 0 && kept.size > 0) break;
    kept.add(part);
  }
  return parts.filter((part) => kept.has(part));
}

function lengthOf(parts: readonly ArgumentPart[]): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}

/** The text with an ellipsis if it is longer than the limit, without splitting a character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength - 1);
  return `${/[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start}…`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
