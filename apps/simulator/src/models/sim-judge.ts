import { readText, tokenF1 } from '@fairtrial/scorers';
import { answerAudit, auditHonestly } from './audit/sim-audit.ts';
import { chooseLetter } from './choose-letter.ts';
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
