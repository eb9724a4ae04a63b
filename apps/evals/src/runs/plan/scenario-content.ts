import { sortKeys, type ChangedPart } from '@fairtrial/contracts';
import { createHash } from 'node:crypto';
import type { PlannedScenario } from '../../entities/run.ts';

/** The text of each part of a scenario that affects its replies or their scores. Without a simulated user, it has no `user`. */
export type ScenarioContent = Readonly<Record<Exclude<ChangedPart, 'user'>, string>> & {
  readonly user?: string;
};

/**
 * Serializes what a scenario says and how its replies are scored. Names, descriptions, tags and the ids of interactions
 * are left out: they change no score. Equal scenarios have the same texts, whatever the order of their keys.
 */
export function serializeContent({
  interactions,
  checks = [],
  user,
}: PlannedScenario): ScenarioContent {
  return {
    messages: JSON.stringify(interactions.map((turn) => turn.user_message)),
    references: serialize(interactions.map((turn) => turn.reference_reply)),
    labels: serialize(interactions.map((turn) => turn.reference_metadata)),
    checks: serialize([checks, ...interactions.map((turn) => turn.checks ?? [])]),
    ...(user && { user: JSON.stringify(sortKeys(user)) }),
  };
}

/** Leaves out empty values, so that an interaction without checks that was added does not count as other checks. */
function serialize(values: readonly (string | object)[]): string {
  const given = [...values.entries()].filter(([, value]) => !isEmpty(value));
  return JSON.stringify(sortKeys(given));
}

/** A text is not asked for its keys: it has one for each character. */
function isEmpty(value: string | object): boolean {
  return typeof value === 'string' ? value === '' : Object.keys(value).length === 0;
}

/** The parts in which two scenarios differ. */
export function listChangedParts(old: ScenarioContent, now: ScenarioContent): ChangedPart[] {
  const parts = Object.keys({ ...old, ...now }) as ChangedPart[];
  return parts.filter((part) => old[part] !== now[part]);
}

/** Equal for scenarios with equal content. */
export function hashContent(content: ScenarioContent): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
