import { nothingAsked, type AskFailure } from '@assay/scorers';
import type { Ask } from './ask-once.ts';

/** A model that never gave a usable answer is given up after so many; one that did, after more. */
const FROM_THE_START = 5;
const LATER = 20;

/** Not the model's fault, but that of the text it was shown. */
const OF_THE_TEXT: ReadonlySet<AskFailure['kind']> = new Set(['untrusted', 'too_long']);

interface Failed<S extends string> {
  readonly state: S;
  readonly failure: AskFailure;
}

/** A dead judge ends in failures for all that is left, at once; nobody waits for each of them. */
export function stopAfterFailures<
  Q,
  A extends { readonly state: string },
  S extends A['state'] & string,
>(
  ask: Ask<Q, A>,
  { model, state }: { readonly model: string; readonly state: S },
): Ask<Q, A | (Failed<S> & ReturnType<typeof nothingAsked>)> {
  let inARow = 0;
  let most = FROM_THE_START;
  return async (question, signal) => {
    if (inARow >= most) {
      const message = `${model} gave no usable answer ${most} times in a row, so it was not asked`;
      const failure = { kind: 'circuit_open', message } as const;
      return { state, failure, ...nothingAsked({ model }) };
    }
    const answer = await ask(question, signal);
    const failure = 'failure' in answer ? (answer.failure as AskFailure) : undefined;
    if (failure === undefined) {
      inARow = 0;
      most = LATER;
    } else if (!OF_THE_TEXT.has(failure.kind)) inARow += 1;
    return answer;
  };
}
