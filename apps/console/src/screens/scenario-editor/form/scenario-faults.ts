import { INPUT_LIMITS } from '@fairtrial/contracts/plain';
import { findCheckFaults, type CheckFaults, type CheckScope } from './check-faults.ts';
import type { CheckForm } from './check-form.ts';
import { findRowFaults } from './label-rows.ts';
import type { ScenarioForm, TurnForm } from './scenario-form.ts';
import { findUserFaults, type UserFaults } from './user-form.ts';

export interface TurnFaults {
  /** By the position of the row. */
  readonly labels: ReadonlyMap<number, string>;
  /** In the order of the checks. */
  readonly checks: readonly CheckFaults[];
}

/** What is wrong with a form, field by field. The service would refuse it. */
export interface ScenarioFaults {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly tags: string | undefined;
  readonly checks: readonly CheckFaults[];
  /** In the order of the turns. */
  readonly turns: readonly TurnFaults[];
  /** `undefined` without a simulated user. */
  readonly user: UserFaults | undefined;
  readonly count: number;
}

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 64;
export const MAX_CHECKS = 20;

export function findScenarioFaults(form: ScenarioForm): ScenarioFaults {
  const faults = {
    id: findLengthFault(form.id, INPUT_LIMITS.name_chars),
    name: findLengthFault(form.name, INPUT_LIMITS.name_chars),
    tags: findTagsFault(form.tags),
    checks: listCheckFaults(form.checks, 'conversation'),
    turns: form.turns.map(findTurnFaults),
    user: form.user && findUserFaults(form.user),
  };
  return { ...faults, count: countFaults(faults) };
}

function findTurnFaults({ labels, checks }: TurnForm): TurnFaults {
  return {
    labels: findRowFaults(labels, INPUT_LIMITS.metadata_keys),
    checks: listCheckFaults(checks, 'reply'),
  };
}

function listCheckFaults(checks: readonly CheckForm[], scope: CheckScope): readonly CheckFaults[] {
  return checks.map((check, at) => ({
    ...findCheckFaults(check, scope),
    ...(at >= MAX_CHECKS && { type: `Remove this check: there can be at most ${MAX_CHECKS}.` }),
  }));
}

function findLengthFault(text: string, max: number): string | undefined {
  return text.length > max
    ? `Shorten the text to ${max} characters; it has ${text.length}.`
    : undefined;
}

function findTagsFault(tags: readonly string[]): string | undefined {
  if (tags.length > MAX_TAGS) return `Use at most ${MAX_TAGS} tags; there are ${tags.length}.`;
  const long = tags.find((tag) => tag.length > MAX_TAG_LENGTH);
  return long === undefined
    ? undefined
    : `Shorten the tag ${long.slice(0, 20)}… to ${MAX_TAG_LENGTH} characters.`;
}

type Part = string | undefined | ReadonlyMap<number, string> | readonly unknown[] | object;

/** Counts the texts in a tree of faults. */
function countFaults(part: Part): number {
  if (part === undefined) return 0;
  if (typeof part === 'string') return 1;
  const parts = part instanceof Map ? [...part.values()] : Object.values(part);
  return (parts as readonly Part[]).reduce((sum: number, one) => sum + countFaults(one), 0);
}
