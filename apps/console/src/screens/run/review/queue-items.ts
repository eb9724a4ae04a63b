import type { LabelItem } from '@fairtrial/contracts';

/** What a label is about: the whole attempt (`null`), or one of its checks. */
export type LabelTarget = string | null;

export type GivenLabel = LabelItem['labels'][number];

/** Returns the label of the whole attempt or of a check; `undefined` if it has none. */
export function findLabel(item: LabelItem, target: LabelTarget): GivenLabel | undefined {
  return item.labels.find(({ check_id }) => check_id === target);
}

/** An attempt counts as labelled once it has a label as a whole. */
function isLabelled(item: LabelItem): boolean {
  return findLabel(item, null) !== undefined;
}

export function countLabelled(items: readonly LabelItem[]): number {
  return items.filter(isLabelled).length;
}

/** Returns where to continue: the first attempt without a label, or the last attempt. */
export function findStart(items: readonly LabelItem[]): number {
  const at = items.findIndex((item) => !isLabelled(item));
  return at === -1 ? Math.max(0, items.length - 1) : at;
}

/** Returns the following attempt; after the last one, the first without a label. */
export function findNext(items: readonly LabelItem[], at: number): number {
  return at + 1 < items.length ? at + 1 : findStart(items);
}

/** One label to add, or to remove if `passed` is `null`. */
export interface LabelChange {
  readonly item: number;
  readonly target: LabelTarget;
  readonly passed: boolean | null;
  readonly note: string | null;
}

/** Returns the attempts with one label replaced or removed. */
export function changeLabel(
  items: readonly LabelItem[],
  { item: changed, target, passed, note }: LabelChange,
): readonly LabelItem[] {
  return items.map((item) => {
    if (item.item !== changed) return item;
    const others = item.labels.filter(({ check_id }) => check_id !== target);
    const labels = passed === null ? others : [...others, { check_id: target, passed, note }];
    return { ...item, labels };
  });
}
