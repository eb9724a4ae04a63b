import type { InteractionPosition, RowQuery } from '../../db/turns/interaction-rows.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import {
  checkName,
  checkType,
  type Check,
  type CheckType,
  type Metadata,
} from '@fairtrial/contracts';
import { normalise } from '@fairtrial/scorers';
import { LRUCache } from 'lru-cache';
import type { PlannedScenario } from '../../entities/run.ts';
import { loadRun, type RunRef } from '../find/load-run.ts';

/** The parts of a planned interaction that tables show and search. Reading the whole plan of a large run is slow. */
export interface PlannedTurn extends InteractionPosition {
  readonly scenarioName: string;
  /** At most its first 2000 characters. */
  readonly userMessage: string;
  readonly labels: Metadata;
  readonly checks: readonly PlannedCheck[];
  /** The checks of the whole conversation. Only the last turn has them; with a simulated user, its first one. */
  readonly conversationChecks: readonly PlannedCheck[];
}

/** A check without its condition. */
export interface PlannedCheck {
  readonly name: string;
  readonly type: CheckType;
  readonly isOptional: boolean;
}

/** One revision of a run. */
export interface RevisionRef extends RunRef {
  readonly revision: number;
}

export interface PlannedTurnCache {
  /** Returns the interactions of a run in order. Only a rescore changes a plan, and it has another revision. */
  read(tx: SqlExecutor, run: RevisionRef): Promise<readonly PlannedTurn[]>;
}

const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;
const MAX_SEARCHED_LENGTH = 2000;

/** An LRU cache of runs, limited by the total length of their texts. */
export function createPlannedTurnCache(maxCharacters = MAX_CACHED_CHARACTERS): PlannedTurnCache {
  const cache = new LRUCache<string, readonly PlannedTurn[]>({ maxSize: maxCharacters });
  return {
    async read(tx, run) {
      const key = `${run.runId}/${run.revision}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const json = JSON.stringify(await loadPlannedTurns(tx, run));
      // A copy, because a substring keeps its whole source string in memory.
      const turns = JSON.parse(json) as readonly PlannedTurn[];
      cache.set(key, turns, { size: json.length });
      return turns;
    },
  };
}

async function loadPlannedTurns(
  tx: SqlExecutor,
  { project, runId }: RunRef,
): Promise<readonly PlannedTurn[]> {
  const { plan } = await loadRun(tx, project, runId);
  return plan.scenarios.flatMap((scenario, scenarioNo) => {
    const { name, interactions, user, checks: ofConversation = [] } = scenario;
    const scripted = interactions.map(
      ({ user_message, reference_metadata, checks = [] }, turnNo) => ({
        scenarioNo,
        turnNo,
        scenarioName: name,
        userMessage: user_message.slice(0, MAX_SEARCHED_LENGTH),
        labels: reference_metadata,
        checks: checks.map(toPlannedCheck),
        conversationChecks:
          !user && turnNo === interactions.length - 1 ? ofConversation.map(toPlannedCheck) : [],
      }),
    );
    return [...scripted, ...listSimulated(scenario, scenarioNo)];
  });
}

/** Every attempt has other messages here. The first turn, which each has, stands for the whole conversation. */
function listSimulated(
  { name, interactions, user, checks = [] }: PlannedScenario,
  scenarioNo: number,
): readonly PlannedTurn[] {
  return Array.from({ length: user?.max_turns ?? 0 }, (_, at) => ({
    scenarioNo,
    turnNo: interactions.length + at,
    scenarioName: name,
    userMessage: `Simulated user: message ${at + 1}`,
    labels: {},
    checks: [],
    conversationChecks: at === 0 ? checks.map(toPlannedCheck) : [],
  }));
}

function toPlannedCheck(check: Check): PlannedCheck {
  return {
    name: checkName(check),
    type: checkType(check),
    isOptional: check.optional === true,
  };
}

/** The planned turns that match a filter; `undefined` if the filter is empty. */
export function filterPlannedTurns(
  turns: readonly PlannedTurn[],
  { scenario, label }: Pick<RowQuery, 'scenario' | 'label'>,
): readonly PlannedTurn[] | undefined {
  if (scenario === undefined && label === undefined) return undefined;
  const wanted = scenario?.toLowerCase() ?? '';
  const [field, value] = splitLabel(label ?? '');
  return turns.filter(
    ({ scenarioName, labels }) =>
      scenarioName.toLowerCase().includes(wanted) &&
      (label === undefined || isSameLabel(labels[field], value)),
  );
}

/** Returns the planned turns whose user message contains a text. */
export function searchPlannedTurns(
  turns: readonly PlannedTurn[],
  search: string | undefined,
): readonly PlannedTurn[] {
  if (search === undefined) return [];
  const wanted = search.toLowerCase();
  return turns.filter(({ userMessage }) => userMessage.toLowerCase().includes(wanted));
}

/** The field and the value of an annotation such as `intent:block_card`. */
export function splitLabel(text: string): readonly [field: string, value: string] {
  const at = text.indexOf(':');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** True if a label equals the requested one, ignoring spelling differences in the same way as scores. */
export function isSameLabel(value: unknown, asked: string): boolean {
  if (value === undefined) return false;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return normalise(text) === normalise(asked);
}
