import type { Body } from '@fairtrial/client';
import type { ScorerName, Weights } from '@fairtrial/contracts';
import { compact } from '../../../format/read-fields.ts';

/** The rescore form as typed. Empty fields keep the settings of the run. */
export interface RescoreForm {
  readonly passThreshold: string;
  readonly reply: string;
  readonly metadata: string;
  readonly checks: string;
  readonly judge: 'as before' | 'ask again' | 'off';
  readonly scorers: readonly ScorerName[];
}

/** Converts the form to a request. `weights` are those of the run; empty fields keep them. */
export function toRescoreRequest(
  form: RescoreForm,
  weights: Weights,
): Body<'POST /runs/:run_id/rescore'> {
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

/** Describes the invalid input; `undefined` if the form is valid. */
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

/** `NaN` if the text is not a number; `undefined` if it is blank. */
function readNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}
