import { countScenarioTurns } from '@fairtrial/contracts/plain';
import type { BatchScenario, Report } from './batch-types.ts';
import { checkUser } from './check-user.ts';
import { findCheckFaults } from './find-check-faults.ts';
import { isObject } from './is-object.ts';

interface Place {
  readonly pointer: string;
  readonly position: number;
  readonly report: Report;
}

const MAX_TYPE_LENGTH = 64;

/** Reports input that the service would reject (errors), and valid input that is probably a mistake (warnings). */
export function checkScenario(
  scenario: unknown,
  { pointer, position, report }: Place,
): BatchScenario {
  const name = `Scenario ${position + 1}`;
  if (!isObject(scenario)) {
    const text = 'a scenario must be an object with "interactions" or a "user"';
    report({ level: 'error', pointer, text });
    return { name, turns: 0, isSimulated: false };
  }
  for (const field of ['id', 'name', 'description'])
    checkText(scenario, field, { pointer, report });
  checkTags(scenario['tags'], { pointer, report });
  const { checks, interactions, user } = scenario;
  const list = { pointer: `${pointer}/checks`, report, scope: 'conversation' } as const;
  const hasChecks = findCheckFaults(checks, list);
  const hasUser = checkUser(user, { pointer: `${pointer}/user`, report });
  const place = { pointer: `${pointer}/interactions`, report };
  // The goal of a simulated user scores the conversation, as checks do.
  checkInteractions(interactions, { ...place, hasUser, isScored: hasChecks || hasUser });
  return {
    name: nameOf(scenario) ?? name,
    turns: countScenarioTurns({
      interactions: Array.isArray(interactions) ? interactions : [],
      user: hasUser ? { max_turns: readMaxTurns(user) } : null,
    }),
    isSimulated: hasUser,
  };
}

/** `undefined` if the field is absent or not valid. */
function readMaxTurns(user: unknown): number | undefined {
  const given = isObject(user) ? user['max_turns'] : undefined;
  return typeof given === 'number' && Number.isInteger(given) && given > 0 ? given : undefined;
}

function nameOf({ name, id }: Readonly<Record<string, unknown>>): string | undefined {
  return [name, id].find((text): text is string => typeof text === 'string' && text !== '');
}

type Spot = Omit<Place, 'position'>;

interface InteractionSpot extends Spot {
  /** True if the conversation is scored as a whole, so that its replies need no reference. */
  readonly isScored: boolean;
}

interface InteractionsSpot extends InteractionSpot {
  /** True if a simulated user writes messages, too: then none need to be scripted. */
  readonly hasUser: boolean;
}

function checkInteractions(
  interactions: unknown,
  { pointer, report, isScored, hasUser }: InteractionsSpot,
): void {
  if (interactions === undefined && hasUser) return;
  if (!Array.isArray(interactions) || (interactions.length === 0 && !hasUser)) {
    const text = hasUser
      ? 'interactions must be a list'
      : 'a scenario needs "interactions", at least one, or a simulated "user"';
    report({ level: 'error', pointer, text });
    return;
  }
  const all: readonly unknown[] = interactions;
  const ids = new Set<unknown>();
  for (const [at, interaction] of all.entries()) {
    const place = { pointer: `${pointer}/${at}`, report };
    checkInteraction(interaction, { ...place, isScored });
    if (isObject(interaction)) checkId(interaction['id'], ids, place);
  }
}

function checkInteraction(
  interaction: unknown,
  { pointer, report, isScored }: InteractionSpot,
): void {
  if (!isObject(interaction)) {
    report({ level: 'error', pointer, text: 'an interaction must be an object' });
    return;
  }
  const { user_message: message, interaction_type: type } = interaction;
  if (typeof message !== 'string') {
    const text = message === undefined ? 'user_message is missing' : 'user_message must be text';
    report({ level: 'error', pointer: `${pointer}/user_message`, text });
  } else if (message.trim() === '') {
    report({ level: 'warning', pointer: `${pointer}/user_message`, text: 'user_message is empty' });
  }
  for (const field of ['id', 'reference_reply', 'interaction_type']) {
    checkText(interaction, field, { pointer, report });
  }
  if (typeof type === 'string' && type.length > MAX_TYPE_LENGTH) {
    const text = `interaction_type has more than ${MAX_TYPE_LENGTH} characters`;
    report({ level: 'error', pointer: `${pointer}/interaction_type`, text });
  }
  checkScored(interaction, { pointer, report, isScored });
  checkMetadata(interaction['reference_metadata'], { pointer, report });
}

/** A reply is scored by its reference or by checks. */
function checkScored(
  { reference_reply: reference, checks }: Readonly<Record<string, unknown>>,
  { pointer, report, isScored }: InteractionSpot,
): void {
  const list = { pointer: `${pointer}/checks`, report, scope: 'reply' } as const;
  const isChecked = findCheckFaults(checks, list) || isScored;
  if (isChecked || (reference !== undefined && reference !== null && reference !== '')) return;
  const text = 'reference_reply is empty and there are no checks: the reply is not scored';
  report({ level: 'warning', pointer: `${pointer}/reference_reply`, text });
}

/** `null` counts as absent. */
function checkText(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  { pointer, report }: Spot,
): void {
  const value = fields[name];
  if (value === undefined || value === null || typeof value === 'string') return;
  report({ level: 'error', pointer: `${pointer}/${name}`, text: `${name} must be text` });
}

function checkMetadata(metadata: unknown, { pointer, report }: Spot): void {
  if (metadata === undefined || metadata === null || isObject(metadata)) return;
  const text = 'reference_metadata must be an object';
  report({ level: 'error', pointer: `${pointer}/reference_metadata`, text });
}

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 64;

function checkTags(tags: unknown, { pointer, report }: Spot): void {
  if (tags === undefined || tags === null) return;
  const isList = Array.isArray(tags) && tags.length <= MAX_TAGS && tags.every(isTag);
  if (isList) return;
  const text = `tags must be a list of at most ${MAX_TAGS} texts with 1 to ${MAX_TAG_LENGTH} characters`;
  report({ level: 'error', pointer: `${pointer}/tags`, text });
}

function isTag(tag: unknown): boolean {
  return typeof tag === 'string' && tag !== '' && tag.length <= MAX_TAG_LENGTH;
}

function checkId(id: unknown, seen: Set<unknown>, { pointer, report }: Spot): void {
  if (typeof id !== 'string') return;
  if (seen.has(id)) {
    report({ level: 'warning', pointer: `${pointer}/id`, text: 'an id occurs twice' });
  }
  seen.add(id);
}
