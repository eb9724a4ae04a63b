import { isTooDeep, parseJson, toStorable, toStorableJson } from '@fairtrial/contracts';
import { failedScore, type OwnScore, type OwnScoreFailure } from './own-score.ts';

const MAX_REASON_CHARS = 2000;
/** Larger details are left out: they are stored with every turn. */
const MAX_DETAILS_CHARS = 10_000;

/**
 * Reads the reply of an own scorer. Returns a result for each of the ids, whatever the reply is. A turn with no entry,
 * with several, or with an invalid one is failed. Entries with other ids are ignored.
 */
export function readScorerReply(
  text: string,
  ids: readonly string[],
): ReadonlyMap<string, OwnScore> {
  const entries = readEntries(text);
  if (!Array.isArray(entries)) {
    const failure = badReply('is not JSON like {"scores": [{"id": …, "score": …}]}');
    return new Map(ids.map((id) => [id, failure]));
  }
  const byId = Map.groupBy(entries.filter(isObject), ({ id }) => id);
  return new Map(ids.map((id) => [id, readEntry(byId.get(id) ?? [])]));
}

type JsonObject = Readonly<Record<string, unknown>>;

/** `undefined` if the reply has no list of scores. */
function readEntries(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  const reply = parseJson(text);
  return isObject(reply) ? reply['scores'] : undefined;
}

function readEntry([entry, ...others]: readonly JsonObject[]): OwnScore {
  if (entry === undefined) return badReply('has no score with this id');
  if (others.length > 0) return badReply('has several scores with this id');
  const { score, reason = null, details = null } = entry;
  if (!isScore(score)) return badReply('has a score that is neither null nor from 0 to 1');
  if (reason !== null && typeof reason !== 'string')
    return badReply('has a reason that is no text');
  return {
    state: 'scored',
    score,
    reason: reason === null ? null : toStorable(reason.slice(0, MAX_REASON_CHARS)).text,
    details: JSON.stringify(details).length > MAX_DETAILS_CHARS ? null : toStorableJson(details),
  };
}

function isScore(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && value >= 0 && value <= 1);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

function badReply(what: string): OwnScoreFailure {
  return failedScore('bad_response', `the reply of the scorer ${what}`);
}
