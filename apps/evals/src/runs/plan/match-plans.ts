import {
  type ChangedScenario,
  type Unmatched,
  toStorable,
  sortKeys,
  type ChangedPart,
} from '@fairtrial/contracts';
import { createHash } from 'node:crypto';
import { hasConversationResult, type PlannedScenario } from '../../entities/run.ts';
import type { ScenarioKey } from '../../db/runs/scenario-scores.ts';

/** Indices in the baseline and in the candidate. */
interface IndexPair {
  readonly baseline: number;
  readonly candidate: number;
}

export interface MatchedScenario extends IndexPair {
  /**
   * The numbers of the compared turns, which are the same in both runs, and null for the conversation if it has a
   * result. Simulated turns are left out: only their conversations are compared.
   */
  readonly turns: readonly (number | null)[];
}

export interface PlanMatch {
  /** Scenarios with equal content. Only these are compared. */
  readonly scenarios: readonly MatchedScenario[];
  /** Scenarios of both runs whose content differs. */
  readonly changed: readonly ChangedScenario[];
  readonly unmatched: Unmatched;
}

export type RunRole = 'baseline' | 'candidate';
type Scenarios = readonly PlannedScenario[];

/** A scenario with the texts that it is matched by. */
interface ScenarioTexts {
  readonly id: string;
  readonly parts: ScenarioContent;
  readonly content: string;
}

/**
 * Matches the scenarios of two runs: by id, then by the user's messages, because generated ids differ between runs.
 * Among scenarios with the same id or messages, equal ones are matched first. A matched scenario is compared only if
 * its content is equal in both runs: otherwise a change of its score may be a change of the test.
 */
export function matchPlans(baseline: Scenarios, candidate: Scenarios): PlanMatch {
  const [old, now] = [baseline.map(toTexts), candidate.map(toTexts)];
  const matched = matchByKeys(old, now, [
    ({ id, content }) => JSON.stringify([id, content]),
    ({ id }) => id,
    ({ content }) => content,
    ({ parts }) => scriptOf(parts),
  ]);
  const pairs = matched.pairs.map((pair) => {
    const [before, after] = [old[pair.baseline], now[pair.candidate]];
    return { ...pair, parts: before && after ? listChangedParts(before.parts, after.parts) : [] };
  });
  return {
    scenarios: pairs
      .filter(({ parts }) => parts.length === 0)
      .map(({ parts: _none, ...pair }) => ({
        ...pair,
        turns: listTurns(candidate[pair.candidate]),
      })),
    changed: pairs
      .filter(({ parts }) => parts.length > 0)
      .map((pair) => {
        const { id = '', name = '' } = candidate[pair.candidate] ?? {};
        return { scenario_id: id, name, ...pair };
      }),
    unmatched: {
      scenarios: [
        ...matched.baselineOnly.map((at) => nameScenario('baseline', baseline, at)),
        ...matched.candidateOnly.map((at) => nameScenario('candidate', candidate, at)),
      ],
    },
  };
}

/** The user's side of a scenario: messages, and the simulated user if there is one. */
function scriptOf({ messages, user = '' }: ScenarioContent): string {
  return `${messages}${user}`;
}

function toTexts(scenario: PlannedScenario): ScenarioTexts {
  const parts = serializeContent(scenario);
  return { id: scenario.id, parts, content: hashContent(parts) };
}

/** The turns of a scenario that is equal in both runs, and its conversation if that has checks. */
function listTurns(scenario: PlannedScenario | undefined): MatchedScenario['turns'] {
  const { interactions = [] } = scenario ?? {};
  const hasResult = scenario !== undefined && hasConversationResult(scenario);
  return [...interactions.keys(), ...(hasResult ? [null] : [])];
}

function nameScenario(
  side: RunRole,
  scenarios: Scenarios,
  at: number,
): Unmatched['scenarios'][number] {
  const { id = '', name = '' } = scenarios[at] ?? {};
  return { side, scenario: at, scenario_id: id, name };
}

interface KeyMatch {
  /** In the order of the candidate. */
  readonly pairs: readonly IndexPair[];
  /** Indices of items without a partner. */
  readonly baselineOnly: readonly number[];
  readonly candidateOnly: readonly number[];
}

/**
 * Pairs items that have the same first key, then the remaining ones by the next key.
 * Items with the same key are paired in order.
 */
export function matchByKeys<T>(
  baseline: readonly T[],
  candidate: readonly T[],
  keys: readonly ((item: T) => string)[],
): KeyMatch {
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  for (const key of keys) {
    const waiting = new Map<string, number[]>();
    for (const [at, item] of baseline.entries()) {
      if (taken.has(at)) continue;
      const line = waiting.get(key(item)) ?? [];
      waiting.set(key(item), line);
      line.push(at);
    }
    for (const line of waiting.values()) line.reverse();
    for (const [at, item] of candidate.entries()) {
      const partner = partners.has(at) ? undefined : waiting.get(key(item))?.pop();
      if (partner === undefined) continue;
      partners.set(at, partner);
      taken.add(partner);
    }
  }
  return {
    pairs: candidate.flatMap((_, at) => {
      const partner = partners.get(at);
      return partner === undefined ? [] : [{ baseline: partner, candidate: at }];
    }),
    baselineOnly: [...baseline.keys()].filter((at) => !taken.has(at)),
    candidateOnly: [...candidate.keys()].filter((at) => !partners.has(at)),
  };
}

/** The keys that identify the scenarios of a plan in other runs. */
export function scenarioKeys(scenarios: readonly PlannedScenario[]): readonly ScenarioKey[] {
  return scenarios.map((scenario) => {
    const parts = serializeContent(scenario);
    return {
      id: toStorable(scenario.id).text,
      name: toStorable(scenario.name).text,
      script: createHash('sha256').update(scriptOf(parts)).digest('base64url'),
      content: hashContent(parts),
    };
  });
}

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
function listChangedParts(old: ScenarioContent, now: ScenarioContent): ChangedPart[] {
  const parts = Object.keys({ ...old, ...now }) as ChangedPart[];
  return parts.filter((part) => old[part] !== now[part]);
}

/** Equal for scenarios with equal content. */
export function hashContent(content: ScenarioContent): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
