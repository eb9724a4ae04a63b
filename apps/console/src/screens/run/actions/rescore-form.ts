import type { RescoreInput } from '@assay/client';
import type { ScorerName, Weights } from '@assay/contracts';
import { compact } from '../../../format/read-fields.ts';

/** The form of a rescore, as it is typed. Empty fields stay as they were. */
export interface RescoreForm {
  readonly passThreshold: string;
  readonly reply: string;
  readonly metadata: string;
  readonly checks: string;
  readonly judge: 'as before' | 'ask again' | 'off';
  readonly scorers: readonly ScorerName[];
}

/** The request that the form stands for. `weights` are those of the run: fields that are empty keep them. */
export function toRescoreRequest(form: RescoreForm, weights: Weights): RescoreInput {
  const threshold = readNumber(form.passThreshold);
  const typed = typedWeights(form);
  return {
    ...(threshold !== undefined && { pass_threshold: threshold }),
    ...(Object.keys(typed).length > 0 && { weights: { ...weights, ...typed } }),
    ...(form.judge === 'off' && { judge: false as const }),
    ...(form.judge === 'ask again' && { judge: {} }),
    ...(form.scorers.length > 0 && { scorers: [...form.scorers] }),
  };
}

/** What is wrong with the form; undefined if nothing is. */
export function findFormFault(form: RescoreForm): string | undefined {
  const threshold = readNumber(form.passThreshold);
  if (threshold !== undefined && !(threshold >= 0 && threshold <= 1)) {
    return 'The pass threshold is a number from 0 to 1.';
  }
  if (Object.values(typedWeights(form)).some((weight) => !(weight >= 0))) {
    return 'A weight is a number, 0 or more.';
  }
  return undefined;
}

function typedWeights({ reply, metadata, checks }: RescoreForm) {
  return compact({
    reply: readNumber(reply),
    metadata: readNumber(metadata),
    checks: readNumber(checks),
  });
}

/** NaN if it is no number; undefined if nothing is typed. */
function readNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}
