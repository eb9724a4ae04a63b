import { readText, tokenF1, compareTexts, type Text } from '@fairtrial/scorers';
import { answerAudit, auditHonestly } from './audit/sim-audit.ts';
import { readBlock, fillSchema, type Property } from './structured-prompt.ts';
import { answerChecks, judgeHonestly } from './sim-checks.ts';
import { simAnnotator } from './sim-annotator.ts';
import { lastUserMessage, type SimModel } from './sim-model.ts';

const SCORE_NOISE = 0.05;

/**
 * Audits simulated users by rules, judges checks by their words, and replies by contradictions, added promises and similarity with a little seeded noise, in the given schema. Without
 * checks and without a reference it labels like the annotator.
 */
export const simJudge: SimModel = (call, context) => {
  const { random } = context;
  const audited = answerAudit(call, auditHonestly);
  if (audited !== undefined) return { content: audited };
  const checked = answerChecks(call, judgeHonestly);
  if (checked !== undefined) return { content: checked };
  const prompt = lastUserMessage(call);
  const given = readBlock(prompt, 'reference');
  if (given === '') return simAnnotator(call, context);
  const reply = readText(readBlock(prompt, 'reply'));
  const reference = readText(given);
  const likeness = tokenF1(reply, reference);
  const score = Math.min(1, Math.max(0, likeness + (random() * 2 - 1) * SCORE_NOISE));
  const letter = chooseLetter(reply, reference, score);
  return { content: fillSchema(call, (_, property) => judgement(property, { score, letter })) };
};

interface Verdict {
  readonly score: number;
  readonly letter: string;
}

/** The best value that the schema allows. */
export function bestJudgement(property: Property): unknown {
  return judgement(property, { score: 1, letter: 'C' });
}

function judgement(property: Property, { score, letter }: Verdict): unknown {
  if (property.enum) return property.enum.find((option) => option === letter) ?? property.enum[0];
  if (property.type === 'number') return score;
  if (property.type === 'boolean') return score >= 0.5;
  return `The reply shares ${Math.round(score * 100)} % of its words with the reference.`;
}

/** Best first: the same facts, the same in other words, a part of them, something else. */
const CHOICES = ['C', 'E', 'A', 'D'] as const;
const CHOICE_THRESHOLDS = [0.9, 0.6, 0.35];
const SAME_THRESHOLD = 0.6;

/** Words that commit the assistant to something. */
const PROMISE =
  /\b(will|never|always|guarantee[ds]?|promise[ds]?|free|refund(ed)?|entitled|compensation)\b/i;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Returns the letter of a judge for a reply: D if it contradicts the reference in a number, a unit or a negation. If it
 * repeats the reference and adds sentences, F if one of those promises something, otherwise B. All else is decided by
 * `likeness`, from 0 to 1.
 */
function chooseLetter(reply: Text, reference: Text, likeness: number): string {
  if (compareTexts(reply, reference).contradictions.length > 0) return 'D';
  const all = [...sentences.segment(reply.whole)].map(({ segment }) => segment);
  const added = all.filter((sentence) => isNew(sentence, reference));
  const rest = readText(all.filter((sentence) => !added.includes(sentence)).join(''));
  if (added.length > 0 && tokenF1(rest, reference) >= SAME_THRESHOLD) {
    return added.some((sentence) => PROMISE.test(sentence)) ? 'F' : 'B';
  }
  return CHOICES[CHOICE_THRESHOLDS.filter((threshold) => likeness < threshold).length] ?? 'D';
}

/** True if less than half of the words are in the reference. */
function isNew(sentence: string, reference: Text): boolean {
  const { tokens } = readText(sentence);
  const known = tokens.filter((word) => reference.positions.has(word));
  return known.length * 2 < tokens.length;
}
