import { diffWordsWithSpace } from 'diff';

/** A stretch of two texts: the same in both, or what stood here and what stands here now. */
export type DiffPart =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'changed'; readonly before: string; readonly after: string };

/** Changes with fewer unchanged words than this between them are one change: nobody reads 44 fragments. */
const APART = 3;
const WORD = /[\p{L}\p{N}]+/gu;

/** What changed from one text to another, word by word; undefined where that takes too long to find out. */
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
      grow(parts, { before: removed ? value : '', after: added ? value : '' });
    } else if (open?.kind === 'changed' && !isLast && wordsIn(value) < APART) {
      grow(parts, { before: value, after: value });
    } else {
      parts.push({ kind: 'same', text: value });
    }
  }
  return parts;
}

/** Adds to the change that is going on, or begins one. */
function grow(parts: DiffPart[], more: { readonly before: string; readonly after: string }): void {
  const open = parts.at(-1);
  if (open?.kind !== 'changed') {
    parts.push({ kind: 'changed', ...more });
    return;
  }
  const grown = { before: open.before + more.before, after: open.after + more.after };
  parts.splice(-1, 1, { kind: 'changed', ...grown });
}

function wordsIn(text: string): number {
  return (text.match(WORD) ?? []).length;
}
