import type { Asked, WireAnswer } from '../openai-wire.ts';
import type { Random } from '@fairtrial/statistics';

export interface QuirkCall extends Asked {
  readonly random: Random;
  /** Number of calls with this message, including this one. */
  readonly repetition: number;
  /** A valid answer that repeats the user message. */
  readonly good: WireAnswer;
}

export type QuirkOutcome =
  | { readonly kind: 'answer'; readonly answer: WireAnswer; readonly delayMs?: number }
  | { readonly kind: 'cut'; readonly answer: WireAnswer }
  | {
      readonly kind: 'body';
      readonly type: string;
      readonly body: unknown;
      /** Sent if the caller requests a stream; if `undefined`, the body is sent. */
      readonly chunks?: readonly object[];
    }
  | {
      readonly kind: 'refusal';
      readonly status: number;
      readonly message: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** Simulates a misbehaviour of real providers. */
export type Quirk = (call: QuirkCall) => QuirkOutcome;

export function refuse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): QuirkOutcome {
  return { kind: 'refusal', status, message, headers };
}

/** A valid answer with changes in its message. */
export function answerWith(
  { good }: QuirkCall,
  change: object,
  finishReason?: string,
): QuirkOutcome {
  const answer = {
    ...good,
    message: { ...good.message, ...change },
    finishReason: finishReason ?? good.finishReason,
  };
  return { kind: 'answer', answer };
}
