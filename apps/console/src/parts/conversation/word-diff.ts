import { diffWordsWithSpace } from 'diff';

/** A part of two texts: the same in both, or changed from `before` to `after`. */
export type DiffPart =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'changed'; readonly before: string; readonly after: string };

/** Changes with fewer unchanged words between them are merged, so that a diff has few fragments. */
const MIN_WORDS_BETWEEN = 3;
const WORD = /[\p{L}\p{N}]+/gu;

/** The changes from one text to another, word by word; `undefined` if the timeout is reached. */
export function wordDiff(
  before: string,
  after: string,
  timeoutMs: number,
): readonly DiffPart[] | undefined {
  const changes = diffWordsWithSpace(before, after, { timeout: timeoutMs });
  if (changes === undefined) return undefined;
  const parts: DiffPart[] = [];
  for (const [at, { added, removed, value }] of changes.entries()) {
    const open = parts.at(-1);
    const isLast = at === changes.length - 1;
    if (added || removed) {
      extendChange(parts, { before: removed ? value : '', after: added ? value : '' });
    } else if (open?.kind === 'changed' && !isLast && countWords(value) < MIN_WORDS_BETWEEN) {
      extendChange(parts, { before: value, after: value });
    } else {
      parts.push({ kind: 'same', text: value });
    }
  }
  return parts;
}

/** Below this share of common words, marking single words is not helpful. */
const MIN_COMMON = 0.3;

/** True if two texts have so little in common that they are better read side by side. */
export function isUnlike(parts: readonly DiffPart[]): boolean {
  let common = 0;
  let all = 0;
  for (const part of parts) {
    if (part.kind === 'same') common += 2 * countWords(part.text);
    else all += countWords(part.before) + countWords(part.after);
  }
  return common < MIN_COMMON * (common + all);
}

/** Extends the last part if it is a change, otherwise starts a change. */
function extendChange(
  parts: DiffPart[],
  more: { readonly before: string; readonly after: string },
): void {
  const open = parts.at(-1);
  if (open?.kind !== 'changed') {
    parts.push({ kind: 'changed', ...more });
    return;
  }
  const grown = { before: open.before + more.before, after: open.after + more.after };
  parts.splice(-1, 1, { kind: 'changed', ...grown });
}

function countWords(text: string): number {
  return (text.match(WORD) ?? []).length;
}
