import type { ScoreExplanation, Scores, Weights } from '@fairtrial/contracts';
import { compareTexts, type TextComparison } from './text/compare-texts.ts';
import { listFacts } from './text/fact-scorers.ts';
import { deriveOverall } from './overall.ts';
import { deriveReply, type ReplyDerivation } from './reply.ts';
import { scoreReply } from './score-turn.ts';
import type { Expectation, Reply } from './scorer.ts';
import { references } from './text/text-cache.ts';

type Explained = Pick<
  ScoreExplanation,
  'overall' | 'parts' | 'reply' | 'missing_facts' | 'extra_facts'
>;

interface StoredScores {
  readonly weights: Weights;
  /** Stored scores, which may be fewer than were computed. */
  readonly scores: Scores;
}

/** Absorbs rounding differences between sums. */
const TOLERANCE = 1e-9;

/**
 * Explains stored scores with the functions that compute scores. `undefined` if there is no stored `overall`, or if
 * these functions compute another score: another version scored the reply, so the explanation would be wrong.
 */
export function explainScores(
  reply: Reply,
  expected: Expectation,
  { weights, scores: stored }: StoredScores,
): Explained | undefined {
  if (stored['overall'] === undefined) return undefined;
  const { reference_reply: said } = expected;
  const reference = said === '' ? undefined : references.read(said);
  const compared = reference && compareTexts(reply.text, reference);
  const comparison = compared && (() => compared);
  const scores = { ...scoreReply(reply, expected, { weights }).scores, ...stored };
  const text = deriveReply({ reply, comparison }, scores);
  const whole = deriveOverall({ reply, weights }, scores);
  if (!isSame(text?.score, scores['reply'])) return undefined;
  if (whole === undefined || !isSame(whole.score, stored['overall'])) return undefined;
  return {
    overall: whole.score,
    parts: [...whole.parts],
    reply: text === undefined ? null : toReplyPart(text),
    ...nameFacts(compared),
  };
}

function toReplyPart({ metrics, unlimited, limits }: ReplyDerivation): Explained['reply'] {
  return { metrics, unlimited, limits: [...limits] };
}

function nameFacts(
  compared: TextComparison | undefined,
): Pick<Explained, 'missing_facts' | 'extra_facts'> {
  if (compared === undefined) return { missing_facts: [], extra_facts: [] };
  const { missing, extra } = listFacts(compared.facts);
  return { missing_facts: missing, extra_facts: extra };
}

function isSame(a: number | null | undefined, b: number | null | undefined): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= TOLERANCE;
}
