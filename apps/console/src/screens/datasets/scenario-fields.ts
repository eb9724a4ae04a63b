import type { TestBatch } from '@fairtrial/contracts';
import { CHECK_TYPES } from '@fairtrial/contracts/plain';
import { checkLabel, describeUser } from '@fairtrial/format';

/** A field of a scenario in words. */
export interface ScenarioField {
  readonly label: string;
  readonly text: string;
}

/** A field that differs between two scenarios. Empty text: the field is absent. */
export interface FieldChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Labels = Readonly<Record<string, string>>;

const SCENARIO_LABELS: Labels = {
  id: 'Id',
  name: 'Name',
  description: 'Description',
  tags: 'Tags',
  checks: 'Checks of the conversation',
};

const TURN_LABELS: Labels = {
  id: 'id',
  user_message: 'user message',
  reference_reply: 'reference reply',
  interaction_type: 'type',
  reference_metadata: 'expected labels',
  checks: 'checks',
};

/** Every field of a scenario, in a fixed order. Unknown fields are included, too. */
export function listFields(scenario: TestBatch): readonly ScenarioField[] {
  const { interactions, user, ...head } = scenario;
  return [
    ...describeFields(head, SCENARIO_LABELS, ''),
    ...(user ? describeUser(user) : []).map(({ label, text }) => ({
      label: `Simulated user: ${label.toLowerCase()}`,
      text,
    })),
    ...interactions.flatMap((turn, at) => describeFields(turn, TURN_LABELS, `Turn ${at + 1}: `)),
  ];
}

/** The fields that differ, in the order of the later scenario; removed fields are last. */
export function compareFields(before: TestBatch, after: TestBatch): readonly FieldChange[] {
  const old = new Map(listFields(before).map(({ label, text }) => [label, text]));
  const now = new Map(listFields(after).map(({ label, text }) => [label, text]));
  return [...new Set([...now.keys(), ...old.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? '', after: now.get(label) ?? '' }))
    .filter((change) => change.before !== change.after);
}

function describeFields(fields: Fields, labels: Labels, prefix: string): readonly ScenarioField[] {
  const known = Object.keys(labels);
  const others = Object.keys(fields).filter((key) => !known.includes(key));
  return [...known, ...others.toSorted()]
    .filter((key) => fields[key] !== undefined)
    .map((key) => ({
      label: `${prefix}${labels[key] ?? key}`,
      text: describeValue(key, fields[key]),
    }));
}

function describeValue(key: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (key === 'tags' && Array.isArray(value)) return value.join(', ');
  if (key === 'checks' && Array.isArray(value)) return value.map(describeCheck).join('\n');
  if (key === 'reference_metadata' && isFields(value)) {
    return Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, label]) => `${name}: ${toText(label)}`)
      .join('\n');
  }
  return toText(value);
}

/** contains: refund; Asks which card (optional). */
export function describeCheck(check: unknown): string {
  if (!isFields(check)) return toText(check);
  const type = CHECK_TYPES.find((key) => Object.hasOwn(check, key));
  if (type === undefined) return toText(check);
  const { [type]: value, optional, ...others } = check;
  const isJudged = type === 'text' || type === 'never';
  const label = isJudged ? describeJudged(type, value) : `${checkLabel(check)}: ${toText(value)}`;
  const { id: _, ...settings } = others;
  return [
    label,
    ...Object.entries(settings).map(([name, one]) => `${name.replaceAll('_', ' ')} ${toText(one)}`),
    ...(optional === true ? ['optional'] : []),
  ].join(', ');
}

function describeJudged(type: 'text' | 'never', value: unknown): string {
  return type === 'never' ? `never: ${toText(value)}` : toText(value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
