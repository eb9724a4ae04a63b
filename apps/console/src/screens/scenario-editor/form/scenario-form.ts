import { readCheck, writeCheck, type CheckForm } from './check-form.ts';
import { isFields, isSame, readRows, writeRows, type LabelRow } from './label-rows.ts';
import { readUser, writeUser, type UserForm } from './user-form.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A turn as it is edited. */
export interface TurnForm {
  /** Identifies the turn while it is edited, also after it was moved. */
  readonly key: number;
  /** The interaction that was read, with all its fields. */
  readonly source: Fields;
  readonly message: string;
  readonly reference: string;
  readonly labels: readonly LabelRow[];
  readonly checks: readonly CheckForm[];
}

/** A scenario as it is edited. */
export interface ScenarioForm {
  /** The scenario that was read, with all its fields. */
  readonly source: Fields;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Of the whole conversation. */
  readonly checks: readonly CheckForm[];
  /** Can be empty if there is a simulated user. */
  readonly turns: readonly TurnForm[];
  /** `undefined` if all messages are scripted. */
  readonly user: UserForm | undefined;
}

export const EMPTY_SCENARIO: Fields = { interactions: [{ user_message: '' }] };

/** Reads a scenario that has no errors. */
export function readScenario(source: Fields): ScenarioForm {
  const { interactions } = source;
  const turns: readonly unknown[] = Array.isArray(interactions) ? interactions : [];
  return {
    source,
    id: textOf(source, 'id'),
    name: textOf(source, 'name'),
    description: textOf(source, 'description'),
    tags: readTags(source['tags']),
    checks: readChecks(source['checks']),
    turns: turns.filter(isFields).map(readTurn),
    user: readUser(source['user']),
  };
}

function readTurn(source: Fields, key: number): TurnForm {
  return {
    key,
    source,
    message: textOf(source, 'user_message'),
    reference: textOf(source, 'reference_reply'),
    labels: readRows(source['reference_metadata']),
    checks: readChecks(source['checks']),
  };
}

function readTags(tags: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(tags) ? tags : [];
  return all.filter((tag) => typeof tag === 'string');
}

function readChecks(checks: unknown): readonly CheckForm[] {
  return Array.isArray(checks) ? checks.map(readCheck) : [];
}

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** The scenario that a form describes. Fields that were not edited, or that the form does not show, are as they were. */
export function writeScenario(form: ScenarioForm): Fields {
  const { source, tags } = form;
  const texts = writeTexts(source, {
    id: form.id,
    name: form.name,
    description: form.description,
  });
  const tagged = writeField(writeChecks(texts, form.checks), 'tags', {
    isKept: isSame(tags, readTags(source['tags'])),
    value: tags.length === 0 ? undefined : tags,
  });
  const user = writeUser(form.user, source['user']);
  const written = writeField(tagged, 'user', { isKept: user === source['user'], value: user });
  const turns = form.turns.map(writeTurn);
  return turns.length === 0 && source['interactions'] === undefined
    ? written
    : { ...written, interactions: turns };
}

function writeTurn(turn: TurnForm): Fields {
  const { source, message, labels } = turn;
  const texts = writeTexts(source, {
    reference_reply: turn.reference,
  });
  return {
    ...writeField(writeChecks(texts, turn.checks), 'reference_metadata', {
      isKept: isSame(labels, readRows(source['reference_metadata'])),
      value: labels.length === 0 ? undefined : writeRows(labels),
    }),
    user_message: message,
  };
}

function writeTexts(source: Fields, texts: Readonly<Record<string, string>>): Fields {
  return Object.entries(texts).reduce(
    (fields, [name, text]) =>
      writeField(fields, name, {
        isKept: text === textOf(source, name),
        value: text === '' ? undefined : text,
      }),
    source,
  );
}

function writeChecks(source: Fields, forms: readonly CheckForm[]): Fields {
  const checks = forms.map(writeCheck);
  return writeField(source, 'checks', {
    isKept: isSame(checks, readChecks(source['checks']).map(writeCheck)),
    value: checks.length === 0 ? undefined : checks,
  });
}

interface Written {
  /** True if the form has what was read: then the field stays as it is, for example `null`. */
  readonly isKept: boolean;
  /** `undefined` removes the field. */
  readonly value: unknown;
}

function writeField(fields: Fields, name: string, { isKept, value }: Written): Fields {
  if (isKept) return fields;
  const { [name]: _removed, ...rest } = fields;
  return value === undefined ? rest : { ...fields, [name]: value };
}

const SHOWN_OF_SCENARIO = ['id', 'name', 'description', 'tags', 'checks', 'interactions', 'user'];
const SHOWN_OF_TURN = ['user_message', 'reference_reply', 'reference_metadata', 'checks'];

/** The fields that the form does not show; `undefined` if there are none. They are saved unchanged. */
export function listKept(form: ScenarioForm | TurnForm): Fields | undefined {
  const shown = 'turns' in form ? SHOWN_OF_SCENARIO : SHOWN_OF_TURN;
  const kept = Object.entries(form.source).filter(
    ([name, value]) => !shown.includes(name) && value !== null,
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** A key that no item of the list has. */
export function nextKey(items: readonly { readonly key: number }[]): number {
  return Math.max(-1, ...items.map(({ key }) => key)) + 1;
}

export function newTurn(key: number): TurnForm {
  return readTurn({ user_message: '' }, key);
}

/** A simulated user can play a scenario alone, so a turn in which nothing is written yet is dropped. */
export function addUser(form: ScenarioForm, user: UserForm): Partial<ScenarioForm> {
  return { user, turns: form.turns.filter((turn) => !isEmptyTurn(turn)) };
}

/** Without a simulated user, a scenario needs a turn. */
export function removeUser({ turns }: ScenarioForm): Partial<ScenarioForm> {
  return { user: undefined, turns: turns.length === 0 ? [newTurn(0)] : turns };
}

function isEmptyTurn({ source, message, ...turn }: TurnForm): boolean {
  const { reference, labels, checks } = turn;
  const isBlank = message.trim() === '' && reference === '';
  return isBlank && labels.length === 0 && checks.length === 0 && Object.keys(source).length <= 1;
}

/** The list with one item at another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** A copy behind the item. An id of the turn is not copied, because two turns should not have the same. */
export function duplicateTurn(turns: readonly TurnForm[], at: number): readonly TurnForm[] {
  const turn = turns[at];
  if (turn === undefined) return turns;
  const { id: _id, ...source } = turn.source;
  return turns.toSpliced(at + 1, 0, { ...turn, source, key: nextKey(turns) });
}
