import { type Unmatched, toStorable } from '@assay/contracts';
import type { PlannedInteraction, PlannedScenario } from '../../db/runs/run.ts';
import { CONVERSATION_TURN } from '../../db/turns/with-conversations.ts';
import { createHash } from 'node:crypto';
import type { ScenarioKey } from '../../db/runs/scenario-scores.ts';

/** Indices in the baseline and in the candidate. */
export interface IndexPair {
  readonly baseline: number;
  readonly candidate: number;
}

export interface MatchedScenario extends IndexPair {
  /** Includes the conversation as turn -1 if it has checks in both runs. */
  readonly turns: readonly IndexPair[];
}

export interface PlanMatch {
  readonly scenarios: readonly MatchedScenario[];
  readonly unmatched: Unmatched;
  /** Number of interactions and conversations with the same id but another text, reference, labels or checks. */
  readonly rewritten: number;
}

export type RunRole = 'baseline' | 'candidate';
type Scenarios = readonly PlannedScenario[];

/**
 * Matches the scenarios and interactions of two runs: by id, then by the user's messages, because generated ids differ
 * between runs.
 */
export function matchPlans(baseline: Scenarios, candidate: Scenarios): PlanMatch {
  const matched = matchByKeys(baseline, candidate, [(scenario) => scenario.id, serializeScript]);
  const scenarios = matched.pairs.map((pair) => {
    const old = baseline[pair.baseline]?.interactions ?? [];
    const now = candidate[pair.candidate]?.interactions ?? [];
    return { ...pair, ...matchByKeys(old, now, [(turn) => turn.id, (turn) => turn.user_message]) };
  });
  return {
    scenarios: scenarios.map(({ pairs, baseline: b, candidate: c }) => ({
      baseline: b,
      candidate: c,
      turns: [...pairs, ...matchConversations(baseline[b], candidate[c])],
    })),
    unmatched: {
      scenarios: [
        ...matched.baselineOnly.map((at) => nameScenario('baseline', baseline, at)),
        ...matched.candidateOnly.map((at) => nameScenario('candidate', candidate, at)),
      ],
      interactions: scenarios.flatMap((pair) => [
        ...pair.baselineOnly.map((turn) =>
          nameTurn('baseline', baseline, { scenario: pair.baseline, turn }),
        ),
        ...pair.candidateOnly.map((turn) =>
          nameTurn('candidate', candidate, { scenario: pair.candidate, turn }),
        ),
      ]),
    },
    rewritten:
      scenarios
        .flatMap((pair) =>
          pair.pairs.map((turns) => [
            baseline[pair.baseline]?.interactions[turns.baseline],
            candidate[pair.candidate]?.interactions[turns.candidate],
          ]),
        )
        .filter(([old, now]) => old && now && serializeContent(old) !== serializeContent(now))
        .length +
      matched.pairs.filter(
        (pair) =>
          serializeChecks(baseline[pair.baseline]) !== serializeChecks(candidate[pair.candidate]),
      ).length,
  };
}

const CONVERSATION: IndexPair = { baseline: CONVERSATION_TURN, candidate: CONVERSATION_TURN };

function matchConversations(
  baseline: PlannedScenario | undefined,
  candidate: PlannedScenario | undefined,
): readonly IndexPair[] {
  const areChecked = [baseline, candidate].every((scenario) => (scenario?.checks ?? []).length > 0);
  return areChecked ? [CONVERSATION] : [];
}

/** The user's messages of a scenario. */
function serializeScript({ interactions }: PlannedScenario): string {
  return JSON.stringify(interactions.map((turn) => turn.user_message));
}

/** The checks on the whole conversation. */
function serializeChecks(scenario: PlannedScenario | undefined): string {
  return JSON.stringify(scenario?.checks ?? []);
}

function serializeContent(turn: PlannedInteraction): string {
  const labels = Object.entries(turn.reference_metadata).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { checks = [] } = turn;
  return JSON.stringify([turn.user_message, turn.reference_reply, labels, checks]);
}

function nameScenario(
  side: RunRole,
  scenarios: Scenarios,
  at: number,
): Unmatched['scenarios'][number] {
  const { id = '', name = '' } = scenarios[at] ?? {};
  return { side, scenario: at, scenario_id: id, name };
}

function nameTurn(
  side: RunRole,
  scenarios: Scenarios,
  { scenario, turn }: { readonly scenario: number; readonly turn: number },
): Unmatched['interactions'][number] {
  const planned = scenarios[scenario];
  const interaction_id = planned?.interactions[turn]?.id ?? '';
  return { side, scenario, turn, scenario_id: planned?.id ?? '', interaction_id };
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
  return scenarios.map((scenario) => ({
    id: toStorable(scenario.id).text,
    name: toStorable(scenario.name).text,
    script: createHash('sha256').update(serializeScript(scenario)).digest('base64url'),
  }));
}
