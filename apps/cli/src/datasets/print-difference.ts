import { toPointer, type ScenarioChange, type TestBatch } from '@fairtrial/contracts';
import { formatCount } from '@fairtrial/format';
import { isDeepStrictEqual } from 'node:util';
import type { Style } from '../terminal/format-table.ts';
import type { Colors, Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { truncateText } from '../terminal/text-layout.ts';

export interface DifferentScenario {
  readonly id: string;
  readonly name: string;
  readonly change: ScenarioChange;
  /** The content on both sides. Only used for changed scenarios. */
  readonly before: TestBatch | null;
  readonly after: TestBatch | null;
}

export type ChangeCounts = Readonly<Record<ScenarioChange, number>>;

const CHANGES = ['added', 'removed', 'changed', 'moved'] as const satisfies ScenarioChange[];

export function countChanges(
  scenarios: readonly Pick<DifferentScenario, 'change'>[],
): ChangeCounts {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0 };
  for (const { change } of scenarios) counts[change] += 1;
  return counts;
}

/** `1 added, 2 changed`; `no change` if all are 0. */
export function describeCounts(counts: ChangeCounts): string {
  const some = CHANGES.filter((change) => counts[change] > 0);
  return some.map((change) => `${formatCount(counts[change])} ${change}`).join(', ') || 'no change';
}

const SIGNS: Readonly<Record<ScenarioChange, string>> = {
  added: '+',
  removed: '-',
  changed: '~',
  moved: '>',
};

/** One line for a scenario, like `~ lost-card`. */
export function describeScenario(
  { id, name, change }: Pick<DifferentScenario, 'id' | 'name' | 'change'>,
  width: number,
): string {
  const title = name === id ? id : `${id} (${name})`;
  return truncateText(`${SIGNS[change]} ${sanitizeLine(title)}`, width);
}

/** Prints each scenario that differs, and the fields of changed ones with both values. */
export function printDifference(
  scenarios: readonly DifferentScenario[],
  { colors, columns, print }: Pick<Terminal, 'colors' | 'columns' | 'print'>,
): void {
  for (const scenario of scenarios) {
    const style = styleOf(scenario.change, colors);
    print(style(describeScenario(scenario, columns)));
    const { change, before, after } = scenario;
    if (change !== 'changed' || before === null || after === null) continue;
    for (const field of changedFields(before, after)) {
      print(truncateText(`    ${sanitizeLine(field.where)}`, columns));
      const [old, now] = showValues(field.before, field.after);
      if (old !== undefined) print(colors.red(truncateText(`      - ${old}`, columns)));
      if (now !== undefined) print(colors.green(truncateText(`      + ${now}`, columns)));
    }
  }
}

function styleOf(change: ScenarioChange, colors: Colors): Style {
  if (change === 'added') return colors.green;
  return change === 'removed' ? colors.red : colors.bold;
}

type Values<T> = readonly [T, T];

/** How many equal characters are shown before the first different one. */
const CONTEXT = 20;

/** Both values on one line each. A long equal start is left out, because a line shows only the beginning. */
function showValues(before: unknown, after: unknown): Values<string | undefined> {
  const [old, now] = [toText(before), toText(after)];
  if (old === undefined || now === undefined) return [old, now];
  let equal = 0;
  while (equal < old.length && old[equal] === now[equal]) equal += 1;
  if (equal <= 2 * CONTEXT) return [old, now];
  const start = equal - CONTEXT;
  return [`…${old.slice(start)}`, `…${now.slice(start)}`];
}

function toText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return sanitizeLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A field of a scenario with different values. A value is `undefined` where the field is absent. */
export interface FieldChange {
  readonly pointer: string;
  /** For people: `tags`, or `turn 2: reference_reply`. */
  readonly where: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields in which two scenarios differ, with those of each turn listed separately. */
export function changedFields(before: TestBatch, after: TestBatch): readonly FieldChange[] {
  const { interactions: oldTurns, ...oldFields } = before;
  const { interactions: newTurns, ...newFields } = after;
  const turns = Math.max(oldTurns.length, newTurns.length);
  return [
    ...compareFields(oldFields, newFields, { path: [], prefix: '' }),
    ...Array.from({ length: turns }, (_, at) => {
      const [path, prefix] = [['interactions', String(at)], `turn ${at + 1}`];
      const [old, now] = [oldTurns[at], newTurns[at]];
      if (old !== undefined && now !== undefined) {
        return compareFields(old, now, { path, prefix: `${prefix}: ` });
      }
      return [{ pointer: toPointer(path), where: prefix, before: old, after: now }];
    }).flat(),
  ];
}

type Fields = Readonly<Record<string, unknown>>;

interface Place {
  readonly path: readonly string[];
  readonly prefix: string;
}

function compareFields(before: Fields, after: Fields, { path, prefix }: Place): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .map((name) => ({
      pointer: toPointer([...path, name]),
      where: prefix + name,
      before: own(before, name),
      after: own(after, name),
    }))
    .filter((field) => !isDeepStrictEqual(field.before, field.after));
}

function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
