import { toPointer, type TestBatch } from '@fairtrial/contracts';
import { isDeepStrictEqual } from 'node:util';

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
